#include "operation/transaction_tokens.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class TransactionTokensTest : public OperationTest {
 protected:
  void Keep(const TokenClaim::Record& record) {
    const auto batch = store_->NewBatch();
    batch->Put(record.key, record.value);
    ASSERT_TRUE(store_->Commit(*batch));
  }
  TokenClaim::Record RecordUnder(const std::string& token) {
    TokenClaim claim(*tokens_);
    EXPECT_TRUE(claim.Take(token, "digest"));
    return claim.RecordOf({{.table_name = "users", .table = 4}});
  }
  Result<std::optional<TransactionReceipt>> Ask(const std::string& token,
                                                const std::string& digest = "digest") {
    TokenClaim claim(*tokens_);
    return claim.Take(token, digest);
  }
};

TEST_F(TransactionTokensTest, GivesBackAHeldTokenWhoseTransactionWasNotDone) {
  {
    TokenClaim claim(*tokens_);
    ASSERT_TRUE(claim.Take("token", "digest"));
    EXPECT_EQ(CodeOf(Ask("token")), ErrorCode::kTransactionInProgress);
    EXPECT_TRUE(Ask("other"));
  }
  const auto receipt = Ask("token");
  ASSERT_TRUE(receipt);
  EXPECT_FALSE(*receipt);
}

TEST_F(TransactionTokensTest, KeepsWhatARepetitionCosts) {
  Keep(RecordUnder("token"));
  const auto receipt = Ask("token");
  ASSERT_TRUE(receipt && *receipt);
  EXPECT_EQ((*receipt)->content_digest, "digest");
  ASSERT_EQ((*receipt)->replay_cost.size(), 1u);
  EXPECT_EQ((*receipt)->replay_cost[0].table_name, "users");
  EXPECT_EQ((*receipt)->replay_cost[0].table, 4);
  EXPECT_EQ(CodeOf(Ask("token", "other")), ErrorCode::kIdempotentParameterMismatch);
}

TEST_F(TransactionTokensTest, DeletesReceiptsThatCountNoLonger) {
  const TokenClaim::Record record = RecordUnder("token");
  Keep(record);
  clock_.Advance(std::chrono::minutes(20));
  ASSERT_TRUE(Ask("another"));
  EXPECT_FALSE(*store_->GetLatest(record.key));
}

// The bytes are part of the file format.
TEST_F(TransactionTokensTest, WritesTheDocumentedRecord) {
  const TokenClaim::Record record = RecordUnder("abc");
  const std::uint32_t generation = 1'800'000'000 / 600;
  std::string key = "\x08";
  for (const int shift : {24, 16, 8, 0}) key += static_cast<char>(generation >> shift & 0xff);
  EXPECT_EQ(record.key, key + "abc");
  EXPECT_EQ(*EncodedItem::FromStored(record.value).Decode(),
            ItemOf({{"digest", AttributeValue::Of(Binary{"digest"})},
                    {"expires", N("1800000600000000")},
                    {"reads", AttributeValue::Of(ItemOf({{"users", N("4")}}))}}));
}

}  // namespace
}  // namespace trestle
