/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindstorm-plugin.h"

#include <stdio.h>
#include <stdlib.h>

/* RFC 6056, algorithm 5: walks upwards from port to port by random increments of 1 to n. */
struct RandomIncrements
{
    uint32_t n;
    uint16_t next;
    int isStarted;
};

static void*
Create(const char* const* values, char* error, size_t errorSize)
{
    char* end;
    const unsigned long n = strtoul(values[0], &end, 10);
    if (values[0][0] < '0' || values[0][0] > '9' || *end != '\0' || n < 1 || n > 65536)
    {
        snprintf(error, errorSize, "n is '%s', must be a whole number from 1 to 65536", values[0]);
        return NULL;
    }
    struct RandomIncrements* self = calloc(1, sizeof *self);
    if (self == NULL)
    {
        snprintf(error, errorSize, "out of memory");
        return NULL;
    }
    self->n = (uint32_t)n;
    return self;
}

static int32_t
Choose(void* state, BindstormView* view)
{
    struct RandomIncrements* self = state;
    const uint32_t count = (uint32_t)view->high - view->low + 1;
    if (!self->isStarted)
    {
        self->next = (uint16_t)view->drawBelow(view, 65536);
        self->isStarted = 1;
    }
    ++view->locks;
    /* As many candidates as there are ports; some may come twice, so that a free one is missed. */
    for (uint32_t tries = 0; tries < count; ++tries)
    {
        ++view->steps;
        self->next = (uint16_t)(self->next + view->drawBelow(view, self->n) + 1);
        const uint16_t port = (uint16_t)(view->low + self->next % count);
        if (view->isEligible(view, port) && view->isFree(view, port))
        {
            return port;
        }
    }
    return BINDSTORM_GIVE_UP;
}

static const BindstormParameter PARAMETERS[] = {
    {"n", "500", NULL, "Greatest increment: small ones repeat late."}};

static const BindstormAllocator ALLOCATOR = {
    .abiVersion = BINDSTORM_PLUGIN_ABI,
    .size = sizeof(BindstormAllocator),
    .name = "random-increments",
    .summary = "Walks upwards by random increments of 1 to n, a lookup for each candidate.",
    .source = "RFC 6056, section 3.3.5, algorithm 5",
    .defaultChains = 128,
    .lockScope = BINDSTORM_LOCK_TABLE,
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
