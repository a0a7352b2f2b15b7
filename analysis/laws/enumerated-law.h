/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ENUMERATED_LAW_H
#define BINDSTORM_ENUMERATED_LAW_H

#include "port-law.h"
#include "remembered-view.h"

namespace bindstorm
{

/**
 * @ingroup analysis
 * The law of an allocator without state that takes one number and uses its remainder modulo the
 * size of the range only: the allocator itself is asked once for each remainder.
 */
PortLaw RemainderLaw(RememberedView& view, PortAllocator& allocator);

/**
 * @ingroup analysis
 * The law of an allocator that draws nothing: where its state leads.
 * @param allocator chooses once, and is changed by that
 */
PortLaw GivenStateLaw(RememberedView& view, PortAllocator& allocator);

/**
 * @ingroup analysis
 * The law of `rfc6056-2` in closed form: tries are independent, the first that is free ends them.
 */
PortLaw RetryLaw(RememberedView& view);

/// @ingroup analysis
/// The law of `uniform`: every free port the same.
PortLaw UniformLaw(RememberedView& view, PortAllocator& allocator);

/**
 * @ingroup analysis
 * An estimate for an allocator that nothing more is known of: it is asked that many times, with the
 * numbers of a ChaCha20 stream. Stateful allocators go through the states of such a series.
 */
PortLaw EstimatedLaw(RememberedView& view,
                     PortAllocator& allocator,
                     uint64_t samples,
                     uint64_t seed);

} // namespace bindstorm

#endif // BINDSTORM_ENUMERATED_LAW_H
