/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/internet-checksum.h"

#include "test-packet.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

Bytes
BytesOf(std::initializer_list<unsigned> values)
{
    Bytes bytes;
    for (const unsigned value : values)
    {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

TEST(InternetChecksum, IsThatOfTheExampleInRfc1071)
{
    const Bytes bytes = BytesOf({0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7});
    EXPECT_EQ(InternetChecksum(bytes), 0xFFFF - 0xDDF2);
}

TEST(InternetChecksum, TakesAnOddLastByteForTheUpperHalfOfAWord)
{
    EXPECT_EQ(InternetChecksum(BytesOf({0x12, 0x34, 0x56})), 0xFFFF - (0x1234 + 0x5600));
    EXPECT_EQ(InternetChecksum(BytesOf({0x12, 0x34, 0x00, 0x01, 0x56})),
              0xFFFF - (0x1234 + 0x0001 + 0x5600));
}

TEST(InternetChecksum, OfNothingIsAllOnes)
{
    EXPECT_EQ(InternetChecksum({}), 0xFFFF);
}

TEST(InternetChecksum, AgreesWithAPlainSumAtEveryLength)
{
    TestRandom random(1);
    for (std::size_t size = 0; size < 300; ++size)
    {
        Bytes bytes(size);
        for (std::byte& byte : bytes)
        {
            byte = static_cast<std::byte>(random.Next() >> 56);
        }
        ASSERT_EQ(InternetChecksum(bytes), PlainChecksum(PlainSum(bytes, 0, size))) << size;
    }
}

TEST(ChecksumChange, GivesTheExampleOfRfc1624)
{
    // Section 4: a header with checksum 0xDD2F, in which 0x5555 becomes 0x3285. The equation of
    // RFC 1141 gives 0xFFFF for it.
    ChecksumChange change;
    change.Replace(uint16_t{0x5555}, uint16_t{0x3285});
    EXPECT_EQ(change.ApplyTo(0xDD2F), 0x0000);
}

TEST(ChecksumChange, OfNothingLeavesTheChecksum)
{
    for (const uint16_t checksum : std::initializer_list<uint16_t>{0x0000, 0x0001, 0x7FFF, 0xFFFE})
    {
        ChecksumChange change;
        EXPECT_EQ(change.ApplyTo(checksum), checksum);
        change.Replace(uint32_t{0x12345678}, uint32_t{0x12345678});
        EXPECT_EQ(change.ApplyTo(checksum), checksum);
    }
}

TEST(ChecksumChange, EqualsAFullSumForWordsOfEverySize)
{
    TestRandom random(2);
    for (int round = 0; round < 20'000; ++round)
    {
        Bytes bytes(30);
        for (std::byte& byte : bytes)
        {
            // Many words of all zeros and all ones, where the two zeros of the sum could mix.
            const uint64_t draw = random.Next();
            byte = static_cast<std::byte>(draw % 3 == 0 ? 0 : draw % 3 == 1 ? 0xFF : draw >> 56);
        }
        Put8(bytes, 29, 1); // a header is never all zeros
        const uint16_t was = InternetChecksum(bytes);
        ChecksumChange change;
        const auto half = static_cast<uint16_t>(random.Next());
        change.Replace(Get16(bytes, 4), half);
        Put16(bytes, 4, half);
        const auto whole = static_cast<uint32_t>(random.Next());
        change.Replace(uint32_t{Get16(bytes, 8)} << 16 | Get16(bytes, 10), whole);
        Put32(bytes, 8, whole);
        const uint64_t pair = random.Next();
        uint64_t pairWas = 0;
        for (std::size_t at = 12; at < 20; at += 2)
        {
            pairWas = pairWas << 16 | Get16(bytes, at);
        }
        ChecksumChange other;
        other.Replace(pairWas, pair);
        Put32(bytes, 12, static_cast<uint32_t>(pair >> 32));
        Put32(bytes, 16, static_cast<uint32_t>(pair));
        change.Add(other);
        ASSERT_EQ(change.ApplyTo(was), PlainChecksum(PlainSum(bytes, 0, bytes.size())));
    }
}

TEST(OptionalChecksum, StaysZeroAndNeverBecomesZero)
{
    ChecksumChange change;
    change.Replace(uint16_t{0x5555}, uint16_t{0x3285});
    EXPECT_EQ(change.ApplyToOptional(0), 0);
    EXPECT_EQ(change.ApplyToOptional(0xDD2F), 0xFFFF);
    EXPECT_EQ(change.ApplyToOptional(0xDD30), 0x0001);
}

TEST(OptionalChecksum, OfAllOnesIsAZeroThatWasComputed)
{
    ChecksumChange change;
    change.Replace(uint16_t{10}, uint16_t{11});
    EXPECT_EQ(change.ApplyToOptional(0xFFFF), 0xFFFE);
}

} // namespace

} // namespace bindstorm::test
