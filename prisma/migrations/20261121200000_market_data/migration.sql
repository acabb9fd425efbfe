-- Prices follow from the candles of pools.
DROP TABLE "token_prices";

-- A network has several indexers, each with its own position.
ALTER TABLE "indexed_blocks" DROP CONSTRAINT "indexed_blocks_pkey",
  ADD COLUMN "indexer" TEXT NOT NULL DEFAULT 'settlements',
  ADD CONSTRAINT "indexed_blocks_pkey" PRIMARY KEY ("chain_id", "indexer", "number");

CREATE TABLE "pool_swaps" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "pool" TEXT NOT NULL,
    "amount0" DECIMAL(78,0) NOT NULL,
    "amount1" DECIMAL(78,0) NOT NULL,
    "price" DOUBLE PRECISION NOT NULL,
    "depth0" DECIMAL(78,0) NOT NULL,
    "depth1" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "pool_swaps_pkey" PRIMARY KEY ("chain_id", "block_hash", "log_index")
);
CREATE INDEX "pool_swaps_chain_id_block_number_idx" ON "pool_swaps"("chain_id", "block_number");
CREATE INDEX "pool_swaps_chain_id_pool_timestamp_idx" ON "pool_swaps"("chain_id", "pool", "timestamp");

CREATE TABLE "pool_candles" (
    "chain_id" INTEGER NOT NULL,
    "pool" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "open" DOUBLE PRECISION NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "close" DOUBLE PRECISION NOT NULL,
    "volume0" DECIMAL(78,0) NOT NULL,
    "volume1" DECIMAL(78,0) NOT NULL,
    "depth0" DECIMAL(78,0) NOT NULL,
    "depth1" DECIMAL(78,0) NOT NULL,
    "swaps" INTEGER NOT NULL,

    CONSTRAINT "pool_candles_pkey" PRIMARY KEY ("chain_id", "pool", "seconds", "at")
);
CREATE INDEX "pool_candles_chain_id_seconds_at_idx" ON "pool_candles"("chain_id", "seconds", "at");

CREATE TABLE "tracked_tokens" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "from_block" BIGINT NOT NULL,
    "read_to" BIGINT,
    "live" BOOLEAN NOT NULL DEFAULT false,
    "faithful" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "tracked_tokens_pkey" PRIMARY KEY ("chain_id", "address")
);

CREATE TABLE "token_transfers" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "token_transfers_pkey" PRIMARY KEY ("chain_id", "block_hash", "log_index")
);
CREATE INDEX "token_transfers_chain_id_block_number_idx" ON "token_transfers"("chain_id", "block_number");

-- Sums of what strangers' contracts tell: they may be below zero, and no number of transfers overflows them.
ALTER TABLE "token_holders" ALTER COLUMN "balance" SET DATA TYPE DECIMAL(100,0);

-- Where many hold the same, as after an airdrop, the first by address are found too.
DROP INDEX "token_holders_chain_id_token_balance_idx";
CREATE INDEX "token_holders_chain_id_token_balance_holder_idx" ON "token_holders"("chain_id", "token", "balance" DESC, "holder");

CREATE TABLE "cached_answers" (
    "key" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,
    "useless_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cached_answers_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "cached_answers_useless_at_idx" ON "cached_answers"("useless_at");

-- What Prisma cannot express.

-- Nothing is lost with it, and writes cost less than half.
ALTER TABLE "cached_answers" SET UNLOGGED;

ALTER TABLE "indexed_blocks"
  ADD CONSTRAINT "indexed_blocks_indexer_check" CHECK ("indexer" IN ('settlements', 'market'));

ALTER TABLE "pool_swaps"
  ADD CONSTRAINT "pool_swaps_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "pool_swaps_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "pool_swaps_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "pool_swaps_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "pool_swaps_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "pool_swaps_pool_check" CHECK ("pool" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pool_swaps_amount0_check" CHECK ("amount0" <> 'NaN'),
  ADD CONSTRAINT "pool_swaps_amount1_check" CHECK ("amount1" <> 'NaN'),
  ADD CONSTRAINT "pool_swaps_price_check" CHECK ("price" > 0 AND "price" < 'Infinity'),
  ADD CONSTRAINT "pool_swaps_depth0_check" CHECK ("depth0" >= 0 AND "depth0" <> 'NaN'),
  ADD CONSTRAINT "pool_swaps_depth1_check" CHECK ("depth1" >= 0 AND "depth1" <> 'NaN');

ALTER TABLE "pool_candles"
  ADD CONSTRAINT "pool_candles_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "pool_candles_pool_check" CHECK ("pool" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pool_candles_seconds_check" CHECK ("seconds" IN (300, 3600, 86400)),
  ADD CONSTRAINT "pool_candles_at_check" CHECK ("at" >= 0 AND "at" % "seconds" = 0),
  ADD CONSTRAINT "pool_candles_low_check" CHECK ("low" > 0 AND "low" <= LEAST("open", "close")),
  ADD CONSTRAINT "pool_candles_high_check" CHECK ("high" < 'Infinity' AND "high" >= GREATEST("open", "close")),
  ADD CONSTRAINT "pool_candles_volume0_check" CHECK ("volume0" >= 0 AND "volume0" <> 'NaN'),
  ADD CONSTRAINT "pool_candles_volume1_check" CHECK ("volume1" >= 0 AND "volume1" <> 'NaN'),
  ADD CONSTRAINT "pool_candles_depth0_check" CHECK ("depth0" >= 0 AND "depth0" <> 'NaN'),
  ADD CONSTRAINT "pool_candles_depth1_check" CHECK ("depth1" >= 0 AND "depth1" <> 'NaN'),
  ADD CONSTRAINT "pool_candles_swaps_check" CHECK ("swaps" > 0);

ALTER TABLE "tracked_tokens"
  ADD CONSTRAINT "tracked_tokens_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "tracked_tokens_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "tracked_tokens_from_block_check" CHECK ("from_block" >= 0),
  ADD CONSTRAINT "tracked_tokens_read_to_check" CHECK ("read_to" >= 0);

ALTER TABLE "token_transfers"
  ADD CONSTRAINT "token_transfers_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "token_transfers_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "token_transfers_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "token_transfers_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "token_transfers_token_check" CHECK ("token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_transfers_sender_check" CHECK ("sender" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_transfers_recipient_check" CHECK ("recipient" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_transfers_amount_check" CHECK ("amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935);

ALTER TABLE "token_holders"
  DROP CONSTRAINT "token_holders_balance_check",
  ADD CONSTRAINT "token_holders_balance_check" CHECK ("balance" <> 'NaN');

ALTER TABLE "cached_answers"
  ADD CONSTRAINT "cached_answers_key_check" CHECK (octet_length("key") BETWEEN 1 AND 1024),
  ADD CONSTRAINT "cached_answers_useless_at_check" CHECK ("useless_at" >= "computed_at");
