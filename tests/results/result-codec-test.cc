/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/result-codec.h"

#include "results/column-codec.h"
#include "results/content-hash.h"
#include "results/store-error.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

/// Any bit pattern: infinities, subnormals, both zeros and every NaN.
rc::Gen<double>
AnyDouble()
{
    const rc::Gen<double> special = rc::gen::element(std::numeric_limits<double>::infinity(),
                                                     -std::numeric_limits<double>::infinity(),
                                                     std::numeric_limits<double>::quiet_NaN(),
                                                     std::numeric_limits<double>::denorm_min(),
                                                     -0.0,
                                                     0.1,
                                                     16777217.0);
    return rc::gen::oneOf(special,
                          rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                                       [](uint64_t bits) { return std::bit_cast<double>(bits); }));
}

ResultTable::Column
AnyColumn()
{
    ResultTable::Column column{*rc::gen::arbitrary<std::string>(), {}, {}};
    if (*rc::gen::arbitrary<bool>())
    {
        column.integers = *rc::gen::arbitrary<std::vector<int64_t>>();
    }
    else
    {
        column.reals = *rc::gen::container<std::vector<double>>(AnyDouble());
    }
    return column;
}

RunResult
AnyResult()
{
    RunResult result;
    result.digest = *rc::gen::arbitrary<std::string>();
    result.wallSeconds = *rc::gen::arbitrary<double>();
    for (int left = *rc::gen::inRange(0, 5); left > 0; --left)
    {
        result.metrics.push_back({*rc::gen::arbitrary<std::string>(), *AnyDouble()});
    }
    for (int left = *rc::gen::inRange(0, 3); left > 0; --left)
    {
        ResultTable& table = result.tables.emplace_back();
        table.name = *rc::gen::arbitrary<std::string>();
        for (int columns = *rc::gen::inRange(0, 4); columns > 0; --columns)
        {
            table.columns.push_back(AnyColumn());
        }
    }
    return result;
}

/// Makes all NaN of metrics one, which is all that the codec promises of them.
RunResult
WithOneNan(RunResult result)
{
    for (Metric& metric : result.metrics)
    {
        metric.value =
            std::isnan(metric.value) ? std::numeric_limits<double>::quiet_NaN() : metric.value;
    }
    return result;
}

} // namespace

RC_GTEST_PROP(ResultCodec, GivesBackEveryBitOfEveryResult, ())
{
    const RunResult result = AnyResult();
    const RunResult back = DecodeResult(EncodeResult(result));

    // The hash sees bits, so that NaN and negative zero count.
    RC_ASSERT(ContentHash(WithOneNan(back)) == ContentHash(WithOneNan(result)));
    RC_ASSERT(back.wallSeconds == result.wallSeconds);
    RC_ASSERT(back.tables.size() == result.tables.size());
}

RC_GTEST_PROP(ResultCodec, RefusesEveryBeginningOfAResult, ())
{
    const std::string bytes = EncodeResult(AnyResult());
    const auto length = *rc::gen::inRange<std::size_t>(0, bytes.size());

    RC_ASSERT_THROWS_AS(DecodeResult(bytes.substr(0, length)), DamagedData);
}

RC_GTEST_PROP(ResultCodec, MeetsArbitraryBytesWithAnErrorAtMost, (const std::string& bytes))
{
    try
    {
        DecodeResult(bytes);
        RC_FAIL("arbitrary bytes passed for a result");
    }
    catch (const DamagedData&)
    {
        RC_SUCCEED("refused");
    }
}

TEST(ResultCodec, RefusesWhatFollowsAResult)
{
    EXPECT_THROW(DecodeResult(EncodeResult({}) + "x"), DamagedData);
}

TEST(ResultCodec, RefusesAColumnOfBothTypes)
{
    RunResult result;
    result.tables = {{"t", {{"c", {1}, {1.0}}}}};
    EXPECT_THROW(EncodeResult(result), std::invalid_argument);
}

TEST(ResultCodec, WritesColumnsAsTypedArraysOfRfc8746)
{
    RunResult result;
    result.tables = {{"t", {{"c", {1}, {}}, {"d", {}, {1.0}}}}};
    const std::string bytes = EncodeResult(result);

    // Tag 79, byte string of 8: 1 as a little-endian integer; tag 86: 1.0.
    EXPECT_NE(bytes.find(std::string("\xd8\x4f\x48\x01\0\0\0\0\0\0\0", 11)), bytes.npos);
    EXPECT_NE(bytes.find(std::string("\xd8\x56\x48\0\0\0\0\0\0\xf0\x3f", 11)), bytes.npos);
}

} // namespace bindstorm
