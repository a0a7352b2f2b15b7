/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "results/result-store.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/core.h>
#include <memory>
#include <spdlog/spdlog.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace bindstorm
{

namespace
{

struct ReportOptions
{
    std::string store;
    std::string output;
    std::vector<std::string> experiments;
};

/// Replaces this process, or the child that calls it; returns where that fails.
void
Become(const std::vector<std::string>& command)
{
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words)
    {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
}

// -P: a folder "bindstorm" that happens to be in the current one is not the package.

/// @return whether that Python can make reports
bool
HasPackage(const std::string& python)
{
    const pid_t child = fork();
    if (child == 0)
    {
        // Looked for, not imported: that takes a second.
        Become({python,
                "-P",
                "-c",
                "import importlib.util as u, sys; "
                "sys.exit(not all(map(u.find_spec, ('bindstorm', 'jinja2', 'matplotlib'))))"});
        fmt::print(stderr, "{}: {}\n", python, std::strerror(errno));
        _exit(1);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// @return the Python that is named, else the one that make installs into, else the system's
std::string
ReportPython()
{
    if (const char* given = std::getenv("BINDSTORM_PYTHON"); given != nullptr && *given != '\0')
    {
        return given;
    }
    std::error_code ignored; // no answer is the same as no file
    auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    while (folder.has_relative_path())
    {
        const auto python = folder / ".venv" / "bin" / "python";
        if (access(python.c_str(), X_OK) == 0)
        {
            return python;
        }
        folder = folder.parent_path();
    }
    return "python3";
}

ExitCode
Report(const ReportOptions& options)
{
    const std::string python = ReportPython();
    // What is no store is refused as every command refuses it; closed again before Python opens it.
    ResultStore::OpenForReading(options.store);
    if (!HasPackage(python))
    {
        spdlog::error("reports are made by the Python package bindstorm with its extra \"report\", "
                      "which {} does not have: pip install '.[report]' at the top of the tree, or "
                      "name a Python that has it in BINDSTORM_PYTHON",
                      python);
        return ExitCode::COULD_NOT_RUN;
    }
    std::vector<std::string> command{python, "-P", "-m", "bindstorm", "report"};
    if (!options.output.empty())
    {
        command.push_back("--output=" + options.output);
    }
    for (const std::string& experiment : options.experiments)
    {
        command.push_back("--experiment=" + experiment);
    }
    command.insert(command.end(), {"--", options.store});
    Become(command);
    spdlog::error("{}: {}", python, std::strerror(errno));
    return ExitCode::COULD_NOT_RUN;
}

} // namespace

void
AddReportCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "report",
        "One page with the pictures and tables of a result store, by the Python package");
    const auto options = std::make_shared<ReportOptions>();
    command->add_option("store", options->store, "Result store")->required();
    command->add_option("-o,--output",
                        options->output,
                        "Page to write; default: STORE with the ending .html");
    command
        ->add_option(
            "--experiment",
            options->experiments,
            "Name or number of an experiment; may be repeated. Without, the newest of each "
            "name")
        ->allow_extra_args(false);
    command->callback([options, &action]() { action = [options]() { return Report(*options); }; });
}

} // namespace bindstorm
