/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PLUGIN_H
#define BINDSTORM_PLUGIN_H

/*
 * A port allocator of your own, as a shared object that Bindstorm loads: C99 or C++, this header
 * and nothing else. Export bindstorm_plugin(), build with -fPIC -shared, and name the file:
 *
 *     bindstorm run my.toml --plugin ./mine.so --set server.allocator=mine
 *
 * example/ beside this file is complete. `bindstorm plugin-header` prints this very header.
 *
 * An allocator must be deterministic: all randomness comes from draw() and drawBelow(), no clock is
 * read, and what is kept between calls is kept behind `self`. Every call comes from one thread.
 * Results are stored under a hash of the file's content, so that an edited plug-in makes new ones.
 */

#include <stddef.h>
#include <stdint.h>

/* Of this header. A program loads plug-ins of its own number only. */
#define BINDSTORM_PLUGIN_ABI 1u

/* What choose() returns when it finds no port. */
#define BINDSTORM_GIVE_UP (-1)

/* BindstormAllocator.lockScope */
#define BINDSTORM_LOCK_TABLE 0u /* one lock for the whole table, held for the whole choice */
#define BINDSTORM_LOCK_CHAIN 1u /* one lock a chain or less */

/* BindstormAllocator.flags */
#define BINDSTORM_NEEDS_CHAINS 1u  /* cannot work on a table without hash chains */
#define BINDSTORM_USES_FREE_SET 2u /* calls countFree() or selectFree() at every choice */

/* Words of 64 bits that markBusy() fills, for a table of that many chains. */
#define BINDSTORM_SLOT_WORDS(chains) ((65536u / (chains) + 63u) / 64u)

/*
 * What is free for one request, what randomness there is, and what the choice costs. Valid during
 * one call of choose(). Functions take the view itself as their first argument.
 *
 * The socket table is seen as hash chains of ports: chain = port % chains, slot = port / chains.
 */
typedef struct BindstormView BindstormView;

struct BindstormView
{
    uint32_t size; /* bytes of this struct as the program knows it; later ones may be longer */
    uint16_t low;  /* the range to choose from, both ends included; low is at least 1 */
    uint16_t high;
    uint32_t chains; /* number of hash chains, a power of two to 65536; 0: there are none */
    void* host;      /* the program's own */

    /* Whether a port is in the range and not reserved. Costs nothing. */
    int (*isEligible)(BindstormView* view, uint32_t port);

    /* Whether an eligible port is free. Counts a probe and what the lookup costs. */
    int (*isFree)(BindstormView* view, uint16_t port);

    /* Number of free ports. Counts bitmap words. */
    uint32_t (*countFree)(BindstormView* view);

    /* The free port with `rank` free ports below it; 0 when there are not so many. Counts bitmap
     * words. */
    uint16_t (*selectFree)(BindstormView* view, uint32_t rank);

    /* Number of sockets in the chain of a port, whatever they are bound to; the walk ends at
     * `limit`. Counts a chain scan and the nodes visited. */
    uint32_t (*chainLength)(BindstormView* view, uint16_t port, uint32_t limit);

    /* Whether any socket at all has the port. Counts a chain scan and the nodes visited. */
    int (*isPresent)(BindstormView* view, uint16_t port);

    /* Clears BINDSTORM_SLOT_WORDS(chains) words at `slots` and sets bit k (of word k / 64, the
     * lowest bit first) for every slot k in the chain of a port that is not free. Counts a chain
     * scan, its nodes and the words. */
    void (*markBusy)(BindstormView* view, uint16_t port, uint64_t* slots);

    /* A 32-bit random number. Counts a draw. */
    uint32_t (*draw)(BindstormView* view);

    /* An unbiased random number from 0 to bound - 1. Counts a draw, seldom more. */
    uint32_t (*drawBelow)(BindstormView* view, uint32_t bound);

    /* Work of the allocator's own. It starts at 0 at every choice; add to it what the functions
     * above do not count already. The names are those of results and cost tables. */
    uint64_t rngDraws;    /* numbers taken from a generator of its own */
    uint64_t steps;       /* candidates generated, also those out of range or reserved */
    uint64_t probes;      /* eligible candidates tested, other than by isFree() */
    uint64_t chainScans;  /* walks along a chain of its own */
    uint64_t nodeVisits;  /* entries dereferenced on such a chain */
    uint64_t locks;       /* locks acquired */
    uint64_t bitmapWords; /* 64-bit words of bitmaps cleared, summed or searched */
};

/* A parameter, written mine(name=value) in a scenario. */
typedef struct BindstormParameter
{
    const char* name;           /* letters, digits, '-', '.' and '_' */
    const char* defaultValue;   /* NULL: no value unless given */
    const char* const* choices; /* allowed words, a NULL after the last; NULL: anything */
    const char* help;           /* one sentence, or NULL */
} BindstormParameter;

/* What a plug-in says of its allocator. It must stay where it is. */
typedef struct BindstormAllocator
{
    uint32_t abiVersion;    /* BINDSTORM_PLUGIN_ABI; the first member for ever */
    uint32_t size;          /* sizeof(BindstormAllocator) */
    const char* name;       /* letters, digits, '-', '.' and '_'; one that is not taken */
    const char* summary;    /* one sentence: what it does; or NULL */
    const char* source;     /* commit, mail or RFC section that it follows; or NULL */
    uint32_t defaultChains; /* hash chains of the table it was written for, a power of two */
    uint32_t lockScope;     /* BINDSTORM_LOCK_... */
    uint32_t flags;         /* BINDSTORM_NEEDS_CHAINS | BINDSTORM_USES_FREE_SET, or 0 */
    uint32_t parameterCount;
    const BindstormParameter* parameters; /* NULL when there are none */

    /*
     * Makes an allocator; every host gets one for UDP and one for TCP. NULL here: there is no
     * state, and choose() gets NULL.
     * values: one text for each parameter, in their order; NULL where there is no value
     * error: room for errorSize bytes, for a sentence when NULL is returned
     */
    void* (*create)(const char* const* values, char* error, size_t errorSize);

    /* Ends what create() made; may be NULL. */
    void (*destroy)(void* self);

    /*
     * A free port, or BINDSTORM_GIVE_UP. A port that is not free, or not eligible, is refused and
     * counted as a wrong choice. The work must be bounded whatever is busy.
     */
    int32_t (*choose)(void* self, BindstormView* view);
} BindstormAllocator;

#ifdef __cplusplus
#define BINDSTORM_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define BINDSTORM_EXPORT __attribute__((visibility("default")))
#endif

/* The one symbol that a plug-in exports. */
BINDSTORM_EXPORT const BindstormAllocator* bindstorm_plugin(void);

#endif /* BINDSTORM_PLUGIN_H */
