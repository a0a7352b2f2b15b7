/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindstorm-plugin.h"

#include <stdlib.h>
#include <string.h>

/* linux-2.6.28 once more, from outside: it must give the same ports and count the same work. */
struct Again
{
    int isLockedOnce;
};

static void*
Create(const char* const* values, char* error, size_t errorSize)
{
    struct Again* self = malloc(sizeof *self);
    (void)error;
    (void)errorSize;
    if (self != NULL)
    {
        self->isLockedOnce = strcmp(values[0], "table") == 0;
    }
    return self;
}

static int32_t
Choose(void* state, BindstormView* view)
{
    const struct Again* self = state;
    const uint32_t draw = view->draw(view);
    const uint16_t step = (uint16_t)(draw | 1);
    const uint16_t first = (uint16_t)(view->low + draw % ((uint32_t)view->high - view->low + 1));
    uint16_t port = first;
    view->locks += self->isLockedOnce ? 1 : 0;
    do
    {
        if (view->isEligible(view, port))
        {
            view->locks += self->isLockedOnce ? 0 : 1;
            if (view->isFree(view, port))
            {
                return port;
            }
        }
        ++view->steps;
        port = (uint16_t)(port + step);
    } while (port != first);
    return BINDSTORM_GIVE_UP;
}

static const char* const LOCKS[] = {"per-probe", "table", NULL};

static const BindstormParameter PARAMETERS[] = {{"lock", "per-probe", LOCKS, "As linux-2.6.28."}};

static const BindstormAllocator ALLOCATOR = {
    .abiVersion = BINDSTORM_PLUGIN_ABI,
    .size = sizeof(BindstormAllocator),
    .name = "c-2.6.28",
    .summary = "The allocator linux-2.6.28, built outside.",
    .defaultChains = 128,
    .lockScope = BINDSTORM_LOCK_CHAIN,
    .parameterCount = 1,
    .parameters = PARAMETERS,
    .create = Create,
    .destroy = free,
    .choose = Choose,
};

const BindstormAllocator*
bindstorm_plugin(void)
{
    return &ALLOCATOR;
}
