-- CreateEnum
CREATE TYPE "order_kind" AS ENUM ('sell', 'buy');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('open', 'fulfilled', 'expired', 'cancelled');

-- CreateEnum
CREATE TYPE "signing_scheme" AS ENUM ('eip712', 'ethsign', 'presign', 'eip1271');

-- CreateEnum
CREATE TYPE "sell_token_balance" AS ENUM ('erc20', 'internal', 'external');

-- CreateEnum
CREATE TYPE "buy_token_balance" AS ENUM ('erc20', 'internal');

-- CreateEnum
CREATE TYPE "transaction_state" AS ENUM ('prepared', 'sent', 'mined', 'failed', 'abandoned');

-- CreateEnum
CREATE TYPE "pool_protocol" AS ENUM ('uniswap_v2', 'uniswap_v3');

-- CreateEnum
CREATE TYPE "notification_type" AS ENUM ('order_filled', 'order_expired', 'order_cancelled', 'order_partially_filled', 'insufficient_balance', 'price_improvement');

-- CreateEnum
CREATE TYPE "channel" AS ENUM ('telegram', 'web_push', 'email', 'webhook');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('waiting', 'sent', 'dead');

-- CreateTable
CREATE TABLE "app_data" (
    "hash" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_data_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "orders" (
    "uid" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "sell_token" TEXT NOT NULL,
    "buy_token" TEXT NOT NULL,
    "receiver" TEXT,
    "sell_amount" DECIMAL(78,0) NOT NULL,
    "buy_amount" DECIMAL(78,0) NOT NULL,
    "valid_to" BIGINT NOT NULL,
    "app_data" TEXT NOT NULL,
    "fee_amount" DECIMAL(78,0) NOT NULL,
    "kind" "order_kind" NOT NULL,
    "partially_fillable" BOOLEAN NOT NULL,
    "sell_token_balance" "sell_token_balance" NOT NULL,
    "buy_token_balance" "buy_token_balance" NOT NULL,
    "signing_scheme" "signing_scheme" NOT NULL,
    "signature" TEXT NOT NULL,
    "settlement_contract" TEXT NOT NULL,
    "quote_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'open',
    "invalidated" BOOLEAN NOT NULL DEFAULT false,
    "onchain_user" TEXT,
    "signed" BOOLEAN NOT NULL DEFAULT true,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancellation_reason" TEXT,
    "executed_sell" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "executed_buy" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "executed_fee" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "failed_settlements" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "quotes" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "trader" TEXT NOT NULL,
    "sell_token" TEXT NOT NULL,
    "buy_token" TEXT NOT NULL,
    "kind" "order_kind" NOT NULL,
    "sell_amount" DECIMAL(78,0) NOT NULL,
    "buy_amount" DECIMAL(78,0) NOT NULL,
    "fee_amount" DECIMAL(78,0) NOT NULL,
    "gas_amount" DOUBLE PRECISION NOT NULL,
    "gas_price" DOUBLE PRECISION NOT NULL,
    "sell_token_price" DOUBLE PRECISION NOT NULL,
    "signing_scheme" "signing_scheme" NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "block_number" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expiration" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "indexed_blocks" (
    "chain_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "parent_hash" TEXT NOT NULL,
    "timestamp" BIGINT NOT NULL,

    CONSTRAINT "indexed_blocks_pkey" PRIMARY KEY ("chain_id","number")
);

-- CreateTable
CREATE TABLE "settlements" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "solver" TEXT NOT NULL,
    "auction_id" BIGINT,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "trades" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "order_uid" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "sell_token" TEXT NOT NULL,
    "buy_token" TEXT NOT NULL,
    "sell_amount" DECIMAL(78,0) NOT NULL,
    "buy_amount" DECIMAL(78,0) NOT NULL,
    "fee_amount" DECIMAL(78,0) NOT NULL,
    "known_uid" TEXT,

    CONSTRAINT "trades_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "order_invalidations" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "order_uid" TEXT NOT NULL,
    "sender" TEXT NOT NULL,

    CONSTRAINT "order_invalidations_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "presignatures" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "order_uid" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "signed" BOOLEAN NOT NULL,

    CONSTRAINT "presignatures_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "auctions" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "deadline_block" BIGINT NOT NULL,
    "input" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auctions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "solutions" (
    "id" BIGSERIAL NOT NULL,
    "auction_id" BIGINT NOT NULL,
    "solver" TEXT NOT NULL,
    "solver_address" TEXT NOT NULL,
    "score" DECIMAL(78,0) NOT NULL,
    "ranking" INTEGER NOT NULL,
    "is_winner" BOOLEAN NOT NULL,
    "filtered_out" BOOLEAN NOT NULL,
    "clearing_prices" JSONB NOT NULL,
    "orders" JSONB NOT NULL,
    "gas" BIGINT NOT NULL,

    CONSTRAINT "solutions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlement_transactions" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "solution_id" BIGINT NOT NULL,
    "solver_address" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "raw_transaction" TEXT NOT NULL,
    "state" "transaction_state" NOT NULL DEFAULT 'prepared',
    "epoch" BIGINT NOT NULL,
    "order_uids" TEXT[],
    "deadline_block" BIGINT NOT NULL,
    "block_number" BIGINT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT,
    "symbol" TEXT,
    "decimals" INTEGER,
    "unsupported" TEXT,
    "balance_slot" INTEGER,
    "allowance_slot" INTEGER,
    "logo_uri" TEXT,
    "listed" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "pools" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "protocol" "pool_protocol" NOT NULL,
    "factory" TEXT NOT NULL,
    "token0" TEXT NOT NULL,
    "token1" TEXT NOT NULL,
    "fee_ppm" INTEGER NOT NULL,
    "tick_spacing" INTEGER,
    "created_block" BIGINT NOT NULL,

    CONSTRAINT "pools_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "token_prices" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "usd" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "token_prices_pkey" PRIMARY KEY ("chain_id","address","at")
);

-- CreateTable
CREATE TABLE "token_holders" (
    "chain_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "token_holders_pkey" PRIMARY KEY ("chain_id","token","holder")
);

-- CreateTable
CREATE TABLE "affiliates" (
    "wallet_address" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "signed_message" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "affiliates_pkey" PRIMARY KEY ("wallet_address")
);

-- CreateTable
CREATE TABLE "affiliate_signatures" (
    "digest" TEXT NOT NULL,
    "wallet_address" TEXT NOT NULL,
    "signed_message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "affiliate_signatures_pkey" PRIMARY KEY ("digest","wallet_address")
);

-- CreateTable
CREATE TABLE "banned_accounts" (
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "banned_accounts_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "type" "notification_type" NOT NULL,
    "message" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "order_uid" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account" TEXT NOT NULL,
    "channel" "channel" NOT NULL,
    "target" TEXT NOT NULL,
    "types" "notification_type"[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "notification_id" TEXT NOT NULL,
    "subscription_id" UUID NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "last_error" TEXT,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cursors" (
    "chain_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "block_number" BIGINT NOT NULL,

    CONSTRAINT "cursors_pkey" PRIMARY KEY ("chain_id","name")
);

-- CreateTable
CREATE TABLE "leaders" (
    "role" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,

    CONSTRAINT "leaders_pkey" PRIMARY KEY ("role")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "window" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key","window")
);

-- CreateIndex
CREATE INDEX "orders_owner_created_at_uid_idx" ON "orders"("owner", "created_at" DESC, "uid");

-- CreateIndex
CREATE INDEX "orders_chain_id_sell_token_buy_token_idx" ON "orders"("chain_id", "sell_token", "buy_token");

-- CreateIndex
CREATE INDEX "quotes_expiration_idx" ON "quotes"("expiration");

-- CreateIndex
CREATE INDEX "settlements_chain_id_block_number_idx" ON "settlements"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "settlements_tx_hash_idx" ON "settlements"("tx_hash");

-- CreateIndex
CREATE INDEX "trades_chain_id_block_number_idx" ON "trades"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "trades_order_uid_idx" ON "trades"("order_uid");

-- CreateIndex
CREATE INDEX "trades_owner_block_number_log_index_idx" ON "trades"("owner", "block_number" DESC, "log_index" DESC);

-- CreateIndex
CREATE INDEX "trades_tx_hash_idx" ON "trades"("tx_hash");

-- CreateIndex
CREATE INDEX "trades_known_uid_idx" ON "trades"("known_uid");

-- CreateIndex
CREATE INDEX "order_invalidations_chain_id_block_number_idx" ON "order_invalidations"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "order_invalidations_order_uid_idx" ON "order_invalidations"("order_uid");

-- CreateIndex
CREATE INDEX "presignatures_chain_id_block_number_idx" ON "presignatures"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "presignatures_order_uid_idx" ON "presignatures"("order_uid");

-- CreateIndex
CREATE INDEX "auctions_chain_id_id_idx" ON "auctions"("chain_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "solutions_auction_id_ranking_key" ON "solutions"("auction_id", "ranking");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_transactions_solution_id_key" ON "settlement_transactions"("solution_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_transactions_tx_hash_key" ON "settlement_transactions"("tx_hash");

-- CreateIndex
CREATE INDEX "settlement_transactions_chain_id_state_idx" ON "settlement_transactions"("chain_id", "state");

-- CreateIndex
CREATE INDEX "pools_chain_id_token0_token1_idx" ON "pools"("chain_id", "token0", "token1");

-- CreateIndex
CREATE INDEX "pools_chain_id_token1_idx" ON "pools"("chain_id", "token1");

-- CreateIndex
CREATE INDEX "token_holders_chain_id_token_balance_idx" ON "token_holders"("chain_id", "token", "balance" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "affiliates_code_key" ON "affiliates"("code");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_sequence_key" ON "notifications"("sequence");

-- CreateIndex
CREATE INDEX "notifications_account_sequence_idx" ON "notifications"("account", "sequence" DESC);

-- CreateIndex
CREATE INDEX "notifications_order_uid_idx" ON "notifications"("order_uid");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_account_channel_target_key" ON "subscriptions"("account", "channel", "target");

-- CreateIndex
CREATE INDEX "deliveries_subscription_id_idx" ON "deliveries"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_notification_id_subscription_id_key" ON "deliveries"("notification_id", "subscription_id");

-- AddForeignKey
ALTER TABLE "trades" ADD CONSTRAINT "trades_known_uid_fkey" FOREIGN KEY ("known_uid") REFERENCES "orders"("uid") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_transactions" ADD CONSTRAINT "settlement_transactions_solution_id_fkey" FOREIGN KEY ("solution_id") REFERENCES "solutions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express. lib/db/schema.test.ts holds the list of all of it.

-- Forms and ranges. Nothing here can be broken by what a settlement contract emits.

ALTER TABLE "app_data"
  ADD CONSTRAINT "app_data_hash_check" CHECK ("hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "app_data_document_check" CHECK (octet_length("document") <= 8192);

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_uid_check" CHECK ("uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "orders_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "orders_owner_check" CHECK ("owner" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_sell_token_check" CHECK ("sell_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_buy_token_check" CHECK ("buy_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_receiver_check" CHECK ("receiver" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_settlement_contract_check" CHECK ("settlement_contract" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_onchain_user_check" CHECK ("onchain_user" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "orders_sell_amount_check" CHECK ("sell_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "orders_buy_amount_check" CHECK ("buy_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "orders_fee_amount_check" CHECK ("fee_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "orders_valid_to_check" CHECK ("valid_to" BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT "orders_app_data_check" CHECK ("app_data" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "orders_signature_check" CHECK ("signature" ~ '^0x([0-9a-f]{2})*$'),
  ADD CONSTRAINT "orders_executed_sell_check" CHECK ("executed_sell" BETWEEN 0 AND "sell_amount" + "fee_amount"),
  ADD CONSTRAINT "orders_executed_buy_check" CHECK ("executed_buy" >= 0 AND "executed_buy" <> 'NaN' AND ("kind" = 'sell' OR "executed_buy" <= "buy_amount")),
  ADD CONSTRAINT "orders_executed_fee_check" CHECK ("executed_fee" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "orders_failed_settlements_check" CHECK ("failed_settlements" >= 0);

ALTER TABLE "quotes"
  ADD CONSTRAINT "quotes_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "quotes_trader_check" CHECK ("trader" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "quotes_sell_token_check" CHECK ("sell_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "quotes_buy_token_check" CHECK ("buy_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "quotes_sell_amount_check" CHECK ("sell_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "quotes_buy_amount_check" CHECK ("buy_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "quotes_fee_amount_check" CHECK ("fee_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "quotes_block_number_check" CHECK ("block_number" >= 0);

ALTER TABLE "indexed_blocks"
  ADD CONSTRAINT "indexed_blocks_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "indexed_blocks_hash_check" CHECK ("hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "indexed_blocks_parent_hash_check" CHECK ("parent_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "indexed_blocks_number_check" CHECK ("number" >= 0),
  ADD CONSTRAINT "indexed_blocks_timestamp_check" CHECK ("timestamp" >= 0);

ALTER TABLE "settlements"
  ADD CONSTRAINT "settlements_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "settlements_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "settlements_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "settlements_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "settlements_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "settlements_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "settlements_solver_check" CHECK ("solver" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "trades"
  ADD CONSTRAINT "trades_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "trades_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "trades_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "trades_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "trades_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "trades_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "trades_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "trades_known_uid_check" CHECK ("known_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "trades_owner_check" CHECK ("owner" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "trades_sell_token_check" CHECK ("sell_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "trades_buy_token_check" CHECK ("buy_token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "trades_sell_amount_check" CHECK ("sell_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "trades_buy_amount_check" CHECK ("buy_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "trades_fee_amount_check" CHECK ("fee_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935);

ALTER TABLE "order_invalidations"
  ADD CONSTRAINT "order_invalidations_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "order_invalidations_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_invalidations_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_invalidations_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "order_invalidations_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "order_invalidations_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "order_invalidations_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "order_invalidations_sender_check" CHECK ("sender" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "presignatures"
  ADD CONSTRAINT "presignatures_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "presignatures_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "presignatures_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "presignatures_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "presignatures_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "presignatures_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "presignatures_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "presignatures_owner_check" CHECK ("owner" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "auctions"
  ADD CONSTRAINT "auctions_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "auctions_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "auctions_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "auctions_deadline_block_check" CHECK ("deadline_block" >= "block_number");

ALTER TABLE "solutions"
  ADD CONSTRAINT "solutions_solver_address_check" CHECK ("solver_address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "solutions_score_check" CHECK ("score" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "solutions_ranking_check" CHECK ("ranking" >= 1),
  ADD CONSTRAINT "solutions_is_winner_check" CHECK (NOT ("is_winner" AND "filtered_out")),
  ADD CONSTRAINT "solutions_gas_check" CHECK ("gas" >= 0);

ALTER TABLE "settlement_transactions"
  ADD CONSTRAINT "settlement_transactions_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "settlement_transactions_solver_address_check" CHECK ("solver_address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "settlement_transactions_nonce_check" CHECK ("nonce" >= 0),
  ADD CONSTRAINT "settlement_transactions_epoch_check" CHECK ("epoch" >= 0),
  ADD CONSTRAINT "settlement_transactions_deadline_block_check" CHECK ("deadline_block" >= 0),
  ADD CONSTRAINT "settlement_transactions_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "settlement_transactions_raw_transaction_check" CHECK ("raw_transaction" ~ '^0x([0-9a-f]{2})*$'),
  ADD CONSTRAINT "settlement_transactions_order_uids_check" CHECK (cardinality("order_uids") > 0),
  ADD CONSTRAINT "settlement_transactions_block_number_check" CHECK ("block_number" >= 0 AND ("state" <> 'mined' OR "block_number" IS NOT NULL));

ALTER TABLE "tokens"
  ADD CONSTRAINT "tokens_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "tokens_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "tokens_decimals_check" CHECK ("decimals" BETWEEN 0 AND 255),
  ADD CONSTRAINT "tokens_balance_slot_check" CHECK ("balance_slot" >= 0),
  ADD CONSTRAINT "tokens_allowance_slot_check" CHECK ("allowance_slot" >= 0);

ALTER TABLE "pools"
  ADD CONSTRAINT "pools_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "pools_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pools_factory_check" CHECK ("factory" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pools_token0_check" CHECK ("token0" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pools_token1_check" CHECK ("token1" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "pools_token_order_check" CHECK ("token0" COLLATE "C" < "token1"),
  ADD CONSTRAINT "pools_fee_ppm_check" CHECK ("fee_ppm" BETWEEN 0 AND 1000000),
  ADD CONSTRAINT "pools_tick_spacing_check" CHECK ("tick_spacing" > 0),
  ADD CONSTRAINT "pools_created_block_check" CHECK ("created_block" >= 0);

ALTER TABLE "token_prices"
  ADD CONSTRAINT "token_prices_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "token_prices_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_prices_at_check" CHECK ("at" >= 0 AND "at" % 300 = 0),
  ADD CONSTRAINT "token_prices_usd_check" CHECK ("usd" > 0 AND "usd" < 'Infinity');

ALTER TABLE "token_holders"
  ADD CONSTRAINT "token_holders_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "token_holders_token_check" CHECK ("token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_holders_holder_check" CHECK ("holder" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "token_holders_balance_check" CHECK ("balance" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935);

ALTER TABLE "affiliates"
  ADD CONSTRAINT "affiliates_wallet_address_check" CHECK ("wallet_address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "affiliates_code_check" CHECK ("code" ~ '^[A-Z0-9_-]{5,20}$'),
  ADD CONSTRAINT "affiliates_signed_message_check" CHECK ("signed_message" ~ '^0x([0-9a-f]{2})*$');

ALTER TABLE "affiliate_signatures"
  ADD CONSTRAINT "affiliate_signatures_digest_check" CHECK ("digest" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "affiliate_signatures_wallet_address_check" CHECK ("wallet_address" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "affiliate_signatures_signed_message_check" CHECK ("signed_message" ~ '^0x([0-9a-f]{2})*$');

ALTER TABLE "banned_accounts"
  ADD CONSTRAINT "banned_accounts_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "notifications"
  ADD CONSTRAINT "notifications_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "notifications_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "notifications_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$');

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "deliveries"
  ADD CONSTRAINT "deliveries_attempts_check" CHECK ("attempts" >= 0),
  ADD CONSTRAINT "deliveries_sent_at_check" CHECK ("state" <> 'sent' OR "sent_at" IS NOT NULL);

ALTER TABLE "cursors"
  ADD CONSTRAINT "cursors_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "cursors_block_number_check" CHECK ("block_number" >= -1);

ALTER TABLE "leaders"
  ADD CONSTRAINT "leaders_epoch_check" CHECK ("epoch" >= 0);

ALTER TABLE "rate_limits"
  ADD CONSTRAINT "rate_limits_requests_check" CHECK ("requests" >= 0);

-- A solver has one transaction on its way at a time.
CREATE UNIQUE INDEX "settlement_transactions_live_key" ON "settlement_transactions"("chain_id", "solver_address")
  WHERE "state" IN ('prepared', 'sent');

-- An auction has one winner.
CREATE UNIQUE INDEX "solutions_winner_key" ON "solutions"("auction_id") WHERE "is_winner";

-- What auctions and the expiry of orders read.
CREATE INDEX "orders_open_idx" ON "orders"("chain_id", "valid_to") WHERE "status" = 'open';

-- What the sender of deliveries reads.
CREATE INDEX "deliveries_waiting_idx" ON "deliveries"("due_at") WHERE "state" = 'waiting';

-- What an account has not read yet.
CREATE INDEX "notifications_unread_idx" ON "notifications"("account") WHERE "read_at" IS NULL;
