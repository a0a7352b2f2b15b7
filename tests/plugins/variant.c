/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

/* One allocator and its mistakes: each macro may be given another value by -D. */

#include "bindstorm-plugin.h"

#include <stdio.h>

#ifndef ABI
#define ABI BINDSTORM_PLUGIN_ABI
#endif
#ifndef SIZE
#define SIZE sizeof(BindstormAllocator)
#endif
#ifndef NAME
#define NAME "variant"
#endif
#ifndef CHAINS
#define CHAINS 128
#endif
#ifndef SCOPE
#define SCOPE BINDSTORM_LOCK_TABLE
#endif
#ifndef FLAGS
#define FLAGS 0
#endif
#ifndef CHOOSE
#define CHOOSE Choose
#endif
#ifndef CREATE
#define CREATE NULL
#endif
#ifndef PARAMETER
#define PARAMETER                                                                                  \
    {                                                                                              \
        "p", "1", NULL, NULL                                                                       \
    }
#endif
#ifndef COUNT
#define COUNT 1
#endif
#ifndef PARAMETERS
#define PARAMETERS g_parameters
#endif
#ifndef DESCRIPTION
#define DESCRIPTION &g_allocator
#endif
/* What is chosen. */
#ifndef PORT
#define PORT view->low + view->drawBelow(view, (uint32_t)view->high - view->low + 1)
#endif

void*
Refuse(const char* const* values, char* error, size_t errorSize)
{
    snprintf(error, errorSize, "p is '%s', which nobody likes", values[0]);
    return NULL;
}

int32_t
Choose(void* self, BindstormView* view)
{
    (void)self;
    (void)view;
    return (int32_t)(PORT);
}

const BindstormParameter g_parameters[] = {PARAMETER, PARAMETER};

const BindstormAllocator g_allocator = {
    .abiVersion = ABI,
    .size = SIZE,
    .name = NAME,
    .defaultChains = CHAINS,
    .lockScope = SCOPE,
    .flags = FLAGS,
    .parameterCount = COUNT,
    .parameters = PARAMETERS,
    .create = CREATE,
    .choose = CHOOSE,
};

const BindstormAllocator*
bindstorm_plugin(void)
{
    return DESCRIPTION;
}
