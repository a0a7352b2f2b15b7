/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FORGED_ANSWER_H
#define BINDSTORM_FORGED_ANSWER_H

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Chance that a resolver takes a forged answer: RFC 5452 section 7, one question outstanding and
 * one server that may answer. The attacker sees no query and knows how ports are distributed, so
 * that each window's forgeries all go to the likeliest port, every one with another 16-bit query
 * id. Where ports are equally likely this is the RFC's formula.
 * @param likeliestPort share of the likeliest port, 0 to 1
 * @param forgeries answers that arrive in a window, before the genuine one; beyond 65,536 they go
 * to further ports, taken to be as likely, which gives an upper bound
 * @param windows queries attacked, each with an id and a port of its own
 * @throws ConfigError when the share is not 0 to 1
 */
double ForgeryProbability(double likeliestPort, uint64_t forgeries, uint64_t windows);

} // namespace bindstorm

#endif // BINDSTORM_FORGED_ANSWER_H
