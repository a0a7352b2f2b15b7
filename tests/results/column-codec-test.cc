/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/column-codec.h"

#include "results/store-error.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

RC_GTEST_PROP(ColumnCodec, GivesBackWhatWasCompressed, (const std::string& bytes))
{
    RC_ASSERT(Decompress(Compress(bytes), bytes.size()) == bytes);
}

RC_GTEST_PROP(ColumnCodec, NoticesEveryCutAndEveryChangedBit, (const std::vector<int64_t>& values))
{
    const std::string bytes = ToBytes({"c", values, {}});
    const std::string stream = Compress(bytes);
    const auto at = *rc::gen::inRange<std::size_t>(0, stream.size());
    std::string changed = stream;
    changed[at] = static_cast<char>(changed[at] ^ (1 << *rc::gen::inRange(0, 8)));

    RC_ASSERT_THROWS_AS(Decompress(stream.substr(0, at), bytes.size()), DamagedData);
    RC_ASSERT_THROWS_AS(Decompress(stream, bytes.size() + 8), DamagedData);
    try
    {
        // A bit of the header may be one that does not count; the values must be right all the
        // same.
        RC_ASSERT(Decompress(changed, bytes.size()) == bytes);
    }
    catch (const DamagedData&)
    {
        RC_SUCCEED("noticed");
    }
}

TEST(ColumnCodec, DoesNotTakeMemoryForANumberThatCannotBe)
{
    const std::string stream = Compress(std::string(8000, 'x'));
    EXPECT_THROW(Decompress(stream, uint64_t{1} << 60), DamagedData);
    EXPECT_THROW(Decompress("", uint64_t{1} << 60), DamagedData);
}

TEST(ColumnCodec, TakesTheMostThatZlibCanCompress)
{
    std::string bytes;
    bytes.resize(10'000'000);
    EXPECT_EQ(Decompress(Compress(bytes), bytes.size()), bytes);
}

TEST(ColumnCodec, WritesLittleEndian)
{
    EXPECT_EQ(ToBytes({"c", {-2, 258}, {}}),
              std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\x02\x01\0\0\0\0\0\0", 16));
    ResultTable::Column column{"c", {}, {}};
    EXPECT_THROW(FromBytes("123456789", ColumnType::REALS, column), DamagedData);
    EXPECT_THROW(ColumnTypeNamed("f4"), DamagedData);
}

} // namespace bindstorm
