/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BIND_FAILURE_H
#define BINDSTORM_BIND_FAILURE_H

#include "model/ports/bind-error.h"

#include <stdexcept>
#include <string>

namespace bindstorm
{

/**
 * @ingroup python
 * A refused bind() or close(). Python sees an OSError with the errno that a kernel would give.
 */
class BindFailure : public std::runtime_error
{
  public:
    /**
     * @param error the reason; not NONE
     * @param sentence what was asked for
     */
    BindFailure(BindError error, const std::string& sentence)
        : std::runtime_error(sentence + ": " + std::string(Describe(error))),
          m_error(error)
    {
    }

    BindError
    GetError() const
    {
        return m_error;
    }

  private:
    BindError m_error;
};

/// @ingroup python
/// @return the number of the reason's errno on this system; 0 for NONE
int ErrnoNumber(BindError error);

} // namespace bindstorm

#endif // BINDSTORM_BIND_FAILURE_H
