/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "python-process.h"

#include "embedded-text.h"

#include "model/base/component-spec.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bindstorm
{

namespace
{

constexpr std::size_t LARGEST_MESSAGE = std::size_t{1} << 18;
/// Where the script finds its end of the socket.
constexpr int SOCKET_OF_CHILD = 3;
/// Descriptors are moved out of the way of those that the child gets.
constexpr int FIRST_SPARE = 10;

[[noreturn]] void
ThrowSystemError(const std::string& what)
{
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

std::string
InterpreterName()
{
    const char* const given = std::getenv("BINDSTORM_PYTHON");
    return given != nullptr && *given != '\0' ? given : "python3";
}

/// @return a descriptor from which a text can be read; the file has no name
int
MakeReadable(const std::string& text)
{
    const int file = memfd_create("bindstorm-plugin", MFD_CLOEXEC);
    std::size_t done = 0;
    while (file >= 0 && done < text.size())
    {
        const ssize_t written = write(file, text.data() + done, text.size() - done);
        if (written <= 0)
        {
            ThrowSystemError("cannot hand a plug-in to Python");
        }
        done += static_cast<std::size_t>(written);
    }
    const int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, FIRST_SPARE);
    close(file);
    if (moved < 0 || lseek(moved, 0, SEEK_SET) != 0)
    {
        ThrowSystemError("cannot hand a plug-in to Python");
    }
    return moved;
}

/// The child's side of the fork.
[[noreturn]] void
BecomeInterpreter(pid_t parent, int source, int socket, const char* interpreter, const char* path)
{
    // Whatever ends its parent ends the interpreter; Ctrl-C is the parent's to handle.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
    {
        _exit(4);
    }
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    dup2(source, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    dup2(socket, SOCKET_OF_CHILD);
    // An inherited end of someone's pipe would keep that pipe from ending.
    close_range(SOCKET_OF_CHILD + 1, ~0U, 0);
    setenv("PYTHONHASHSEED", "0", 1);
    execlp(interpreter, interpreter, "-c", PLUGIN_HOST, path, nullptr);
    const std::string failure = std::string("X") + std::strerror(errno);
    send(SOCKET_OF_CHILD, failure.data(), failure.size(), MSG_NOSIGNAL);
    _exit(127);
}

} // namespace

PythonProcess::PythonProcess(const std::string& path, const std::string& source)
    : m_path(path),
      m_owner(getpid()),
      m_buffer(LARGEST_MESSAGE)
{
    const std::string interpreter = InterpreterName();
    const int file = MakeReadable(source);
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    {
        close(file);
        ThrowSystemError("no socket for a Python process");
    }
    const int childEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, FIRST_SPARE);
    close(ends[1]);
    m_pid = fork();
    if (m_pid == 0)
    {
        BecomeInterpreter(m_owner, file, childEnd, interpreter.c_str(), path.c_str());
    }
    close(file);
    close(childEnd);
    m_socket = ends[0];
    if (m_pid < 0)
    {
        close(m_socket);
        ThrowSystemError("no Python process");
    }
    try
    {
        const std::string_view first = ReceiveAny();
        if (first.empty())
        {
            ThrowEnded();
        }
        const std::string text(first.substr(1));
        switch (first.front())
        {
        case 'C':
            m_classes = text;
            return;
        case 'E':
            throw ConfigError("plug-in " + text);
        default:
            throw std::runtime_error("plug-in '" + path + "': cannot start '" + interpreter +
                                     "': " + text + "; BINDSTORM_PYTHON names another Python");
        }
    }
    catch (...)
    {
        close(m_socket);
        WaitForEnd();
        throw;
    }
}

PythonProcess::~PythonProcess()
{
    close(m_socket);
    if (IsOurs())
    {
        WaitForEnd();
    }
}

bool
PythonProcess::IsOurs() const
{
    return getpid() == m_owner;
}

void
PythonProcess::Send(std::string_view message)
{
    while (send(m_socket, message.data(), message.size(), MSG_NOSIGNAL) < 0 && errno == EINTR)
    {
    }
}

std::string_view
PythonProcess::ReceiveAny()
{
    ssize_t got;
    do
    {
        got = recv(m_socket, m_buffer.data(), m_buffer.size(), 0);
    } while (got < 0 && errno == EINTR);
    return {m_buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

std::string_view
PythonProcess::Receive()
{
    const std::string_view message = ReceiveAny();
    if (message.empty())
    {
        ThrowEnded();
    }
    if (message.front() == 'E')
    {
        throw std::runtime_error("plug-in " + std::string(message.substr(1)));
    }
    return message;
}

void
PythonProcess::ThrowEnded()
{
    const int status = WaitForEnd();
    const std::string how = WIFSIGNALED(status)
                                ? "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
                                      strsignal(WTERMSIG(status)) + ")"
                                : "ended with exit status " + std::to_string(WEXITSTATUS(status));
    throw std::runtime_error("plug-in '" + m_path + "': its Python process " + how);
}

int
PythonProcess::WaitForEnd()
{
    int status = 0;
    // A plug-in may have something to do at its end, but not for ever.
    for (int tries = 0; m_pid > 0 && waitpid(m_pid, &status, WNOHANG) == 0; ++tries)
    {
        if (tries == 2000)
        {
            kill(m_pid, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    m_pid = -1;
    return status;
}

} // namespace bindstorm
