-- The packed result of an old auction. Null: not packed; its solutions, prices and transactions are in their tables.
-- The hash of its block goes with them.
ALTER TABLE "auctions" ADD COLUMN "outcome" BYTEA,
  DROP CONSTRAINT "auctions_block_hash_check",
  ADD CONSTRAINT "auctions_block_hash_check"
    CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$' OR "block_hash" = '' AND "outcome" IS NOT NULL);

-- What is left to pack, oldest first: a small index, because rows leave it soon.
CREATE INDEX "auctions_unpacked_idx" ON "auctions"("created_at") WHERE "order_count" IS NOT NULL AND "outcome" IS NULL;

-- A hash belongs to one nonce of one account, whose unique index decides alone which entry is the first.
ALTER TABLE "settlement_costs" DROP CONSTRAINT "settlement_costs_pkey",
  ADD CONSTRAINT "settlement_costs_pkey" PRIMARY KEY USING INDEX "settlement_costs_chain_id_solver_address_nonce_key";
