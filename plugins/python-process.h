/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PYTHON_PROCESS_H
#define BINDSTORM_PYTHON_PROCESS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup plugins
 * A Python interpreter in a process of its own that executes a plug-in and answers for it. It talks
 * over a socket that keeps messages apart: python/bindstorm/plugin_host.py has the other end. It
 * ends with this object, and with the process that started it, however that ends.
 *
 * The interpreter is BINDSTORM_PYTHON, else python3. Its hash seed is fixed, its standard input is
 * empty to the plug-in, and what it prints goes to standard error.
 */
class PythonProcess
{
  public:
    /**
     * Starts the interpreter and has it execute the plug-in.
     * @param path of the plug-in, for messages, and where it imports from
     * @param source its content
     * @throws ConfigError with file and line when the plug-in fails or has no allocator
     * @throws std::runtime_error when there is no interpreter
     */
    PythonProcess(const std::string& path, const std::string& source);
    ~PythonProcess();
    PythonProcess(const PythonProcess&) = delete;
    PythonProcess& operator=(const PythonProcess&) = delete;

    /// @return the plug-in's allocators as a JSON list
    const std::string&
    GetClasses() const
    {
        return m_classes;
    }

    /// @return whether this process started it; a fork of that one cannot use it
    bool IsOurs() const;

    /// @return a number for an instance that is new in this interpreter
    uint32_t
    NextInstance()
    {
        return m_nextInstance++;
    }

    /// Sends a message. When the interpreter is gone, Receive() tells why.
    void Send(std::string_view message);

    /**
     * @return the next message; valid until the next call
     * @throws std::runtime_error when the plug-in failed or the interpreter ended, with the reason
     */
    std::string_view Receive();

  private:
    /// What the interpreter sent; not a message when it is empty.
    std::string_view ReceiveAny();
    [[noreturn]] void ThrowEnded();
    /// @return the exit status as of waitpid(), after some patience
    int WaitForEnd();

    std::string m_path;
    pid_t m_owner;
    pid_t m_pid{-1};
    int m_socket{-1};
    uint32_t m_nextInstance{0};
    std::vector<char> m_buffer;
    std::string m_classes;
};

} // namespace bindstorm

#endif // BINDSTORM_PYTHON_PROCESS_H
