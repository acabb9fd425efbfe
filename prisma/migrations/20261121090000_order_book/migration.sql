-- CreateEnum
CREATE TYPE "order_class" AS ENUM ('market', 'limit');

-- CreateEnum
CREATE TYPE "placement_error" AS ENUM ('preValidationError', 'disabledOrderClass', 'validToTooFarInTheFuture', 'invalidOrderData', 'other');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "class" "order_class" NOT NULL DEFAULT 'limit',
ADD COLUMN     "interactions" JSONB,
ADD COLUMN     "onchain_sender" TEXT,
ADD COLUMN     "partner_fees" JSONB,
ADD COLUMN     "placement_error" "placement_error",
ADD COLUMN     "referrer_code" TEXT,
ADD COLUMN     "true_valid_to" BIGINT,
ADD COLUMN     "valid_from" BIGINT;

-- Orders of before were all placed off chain, so they end when they say.
UPDATE "orders" SET "true_valid_to" = "valid_to";
ALTER TABLE "orders" ALTER COLUMN "true_valid_to" SET NOT NULL;

-- CreateTable
CREATE TABLE "order_quotes" (
    "order_uid" TEXT NOT NULL,
    "sell_amount" DECIMAL(78,0) NOT NULL,
    "buy_amount" DECIMAL(78,0) NOT NULL,
    "fee_amount" DECIMAL(78,0) NOT NULL,
    "gas_amount" DOUBLE PRECISION NOT NULL,
    "gas_price" DOUBLE PRECISION NOT NULL,
    "sell_token_price" DOUBLE PRECISION NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "metadata" JSONB,

    CONSTRAINT "order_quotes_pkey" PRIMARY KEY ("order_uid")
);

-- CreateTable
CREATE TABLE "order_placements" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "order_uid" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "sender" TEXT NOT NULL,

    CONSTRAINT "order_placements_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "order_refunds" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "order_uid" TEXT NOT NULL,
    "refunder" TEXT NOT NULL,

    CONSTRAINT "order_refunds_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

-- CreateTable
CREATE TABLE "current_auctions" (
    "chain_id" INTEGER NOT NULL,
    "auction_id" BIGINT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "order_uids" TEXT[],
    "prices" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "current_auctions_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "auction_prices" (
    "auction_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "price" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "auction_prices_pkey" PRIMARY KEY ("auction_id","token")
);

-- CreateTable
CREATE TABLE "denied_tokens" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "denied_tokens_pkey" PRIMARY KEY ("chain_id","address")
);

-- CreateTable
CREATE TABLE "operator_actions" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "operator_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_placements_chain_id_block_number_idx" ON "order_placements"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "order_placements_order_uid_idx" ON "order_placements"("order_uid");

-- CreateIndex
CREATE INDEX "order_refunds_chain_id_block_number_idx" ON "order_refunds"("chain_id", "block_number");

-- CreateIndex
CREATE INDEX "order_refunds_order_uid_idx" ON "order_refunds"("order_uid");

-- CreateIndex
CREATE INDEX "auction_prices_token_auction_id_idx" ON "auction_prices"("token", "auction_id" DESC);

-- CreateIndex
CREATE INDEX "operator_actions_at_idx" ON "operator_actions"("at" DESC);

-- CreateIndex
CREATE INDEX "app_data_created_at_idx" ON "app_data"("created_at");

-- CreateIndex
CREATE INDEX "quotes_trader_expiration_idx" ON "quotes"("trader", "expiration");

-- DropIndex
DROP INDEX "orders_owner_created_at_uid_idx";

-- CreateIndex
CREATE INDEX "orders_chain_id_owner_created_at_uid_idx" ON "orders"("chain_id", "owner", "created_at" DESC, "uid");

-- CreateIndex
CREATE INDEX "orders_chain_id_onchain_sender_created_at_uid_idx" ON "orders"("chain_id", "onchain_sender", "created_at" DESC, "uid");

-- DropIndex
DROP INDEX "trades_owner_block_number_log_index_idx";

-- CreateIndex
CREATE INDEX "trades_chain_id_owner_block_number_log_index_idx" ON "trades"("chain_id", "owner", "block_number" DESC, "log_index" DESC);

-- CreateIndex
CREATE INDEX "orders_app_data_idx" ON "orders"("app_data");

-- CreateIndex
CREATE INDEX "trades_chain_id_sell_token_block_number_idx" ON "trades"("chain_id", "sell_token", "block_number");

-- CreateIndex
CREATE INDEX "trades_chain_id_buy_token_block_number_idx" ON "trades"("chain_id", "buy_token", "block_number");

-- AddForeignKey
ALTER TABLE "order_quotes" ADD CONSTRAINT "order_quotes_order_uid_fkey" FOREIGN KEY ("order_uid") REFERENCES "orders"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auction_prices" ADD CONSTRAINT "auction_prices_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The quotes that orders were placed with, as far as they are still there.
INSERT INTO "order_quotes"
SELECT o."uid", q."sell_amount", q."buy_amount", q."fee_amount", q."gas_amount", q."gas_price", q."sell_token_price", q."verified", NULL
FROM "orders" o JOIN "quotes" q ON q."id" = o."quote_id" AND q."chain_id" = o."chain_id";

-- What Prisma cannot express.

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_true_valid_to_check" CHECK ("true_valid_to" BETWEEN 0 AND "valid_to"),
  ADD CONSTRAINT "orders_valid_from_check" CHECK ("valid_from" BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT "orders_onchain_sender_check" CHECK ("onchain_sender" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "order_quotes"
  ADD CONSTRAINT "order_quotes_sell_amount_check" CHECK ("sell_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "order_quotes_buy_amount_check" CHECK ("buy_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  ADD CONSTRAINT "order_quotes_fee_amount_check" CHECK ("fee_amount" BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935);

ALTER TABLE "order_placements"
  ADD CONSTRAINT "order_placements_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "order_placements_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_placements_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_placements_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "order_placements_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "order_placements_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "order_placements_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "order_placements_contract_check" CHECK ("contract" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "order_placements_sender_check" CHECK ("sender" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "order_refunds"
  ADD CONSTRAINT "order_refunds_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "order_refunds_block_hash_check" CHECK ("block_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_refunds_tx_hash_check" CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "order_refunds_log_index_check" CHECK ("log_index" >= 0),
  ADD CONSTRAINT "order_refunds_block_number_check" CHECK ("block_number" >= 0),
  ADD CONSTRAINT "order_refunds_timestamp_check" CHECK ("timestamp" >= 0),
  ADD CONSTRAINT "order_refunds_order_uid_check" CHECK ("order_uid" ~ '^0x[0-9a-f]{112}$'),
  ADD CONSTRAINT "order_refunds_refunder_check" CHECK ("refunder" ~ '^0x[0-9a-f]{40}$');

ALTER TABLE "current_auctions"
  ADD CONSTRAINT "current_auctions_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "current_auctions_block_number_check" CHECK ("block_number" >= 0);

ALTER TABLE "auction_prices"
  ADD CONSTRAINT "auction_prices_token_check" CHECK ("token" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "auction_prices_price_check" CHECK ("price" > 0 AND "price" <> 'NaN');

ALTER TABLE "denied_tokens"
  ADD CONSTRAINT "denied_tokens_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "denied_tokens_address_check" CHECK ("address" ~ '^0x[0-9a-f]{40}$');

-- What auctions and the expiry of orders read.
DROP INDEX "orders_open_idx";
CREATE INDEX "orders_open_idx" ON "orders"("chain_id", "true_valid_to") WHERE "status" = 'open';

-- Open orders of an owner, which are limited.
CREATE INDEX "orders_open_of_owner_idx" ON "orders"("owner", "chain_id") WHERE "status" = 'open';

-- The rows of operator_actions are a record: they are added, never changed.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a record: rows are only added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "operator_actions_record" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
