CREATE TYPE "referral_reason" AS ENUM ('eligible', 'no_code', 'not_ours', 'unknown_code', 'disabled_code', 'self_referral', 'late_binding', 'other_code', 'same_asset', 'both_sides', 'round_trip', 'funded_round_trip', 'no_price', 'time_cap', 'volume_cap');

CREATE TYPE "referral_role" AS ENUM ('affiliate', 'trader');

-- A wallet is free to be bound anew once the operator has freed it, and its code once he lets go of that too; what was
-- promised is kept.
DROP INDEX "affiliates_code_key";
ALTER TABLE "affiliates" DROP CONSTRAINT "affiliates_pkey",
  ADD COLUMN "id" BIGSERIAL NOT NULL,
  ADD COLUMN "freed_at" TIMESTAMPTZ(3),
  ADD COLUMN "keeps_code" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "kept_for" TEXT,
  ADD COLUMN "reward_amount" DECIMAL(78,0) NOT NULL DEFAULT 20000000,
  ADD COLUMN "trigger_volume" DECIMAL(78,0) NOT NULL DEFAULT 50000000000,
  ADD COLUMN "volume_cap" DECIMAL(78,0) NOT NULL DEFAULT 5000000000000,
  ADD COLUMN "time_cap_days" INTEGER NOT NULL DEFAULT 90,
  ADD COLUMN "affiliate_percent" INTEGER NOT NULL DEFAULT 50,
  ADD COLUMN "trader_percent" INTEGER NOT NULL DEFAULT 40,
  ADD COLUMN "dao_percent" INTEGER NOT NULL DEFAULT 10,
  ADD COLUMN "paid_out" DECIMAL(78,0) NOT NULL DEFAULT 0,
  ADD COLUMN "last_paid_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "affiliates_pkey" PRIMARY KEY ("id"),
  ADD CONSTRAINT "affiliates_terms" CHECK (
    "reward_amount" >= 0 AND "trigger_volume" > 0 AND "volume_cap" >= 0 AND "time_cap_days" > 0
    AND "affiliate_percent" >= 0 AND "trader_percent" >= 0 AND "dao_percent" >= 0
    AND "affiliate_percent" + "trader_percent" + "dao_percent" = 100),
  ADD CONSTRAINT "affiliates_kept" CHECK (
    ("keeps_code" OR "freed_at" IS NOT NULL)
    AND ("kept_for" IS NULL OR ("keeps_code" AND "freed_at" IS NOT NULL AND "kept_for" ~ '^0x[0-9a-f]{40}$')));
-- The defaults are for registrations that were made before there were terms.
ALTER TABLE "affiliates"
  ALTER COLUMN "reward_amount" DROP DEFAULT,
  ALTER COLUMN "trigger_volume" DROP DEFAULT,
  ALTER COLUMN "volume_cap" DROP DEFAULT,
  ALTER COLUMN "time_cap_days" DROP DEFAULT,
  ALTER COLUMN "affiliate_percent" DROP DEFAULT,
  ALTER COLUMN "trader_percent" DROP DEFAULT,
  ALTER COLUMN "dao_percent" DROP DEFAULT;
CREATE UNIQUE INDEX "affiliates_wallet_address_bound_key" ON "affiliates"("wallet_address") WHERE "freed_at" IS NULL;
CREATE UNIQUE INDEX "affiliates_code_bound_key" ON "affiliates"("code") WHERE "keeps_code";

CREATE TABLE "affiliate_switches" (
    "id" BIGSERIAL NOT NULL,
    "affiliate_id" BIGINT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "affiliate_switches_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "referral_trades" (
    "chain_id" INTEGER NOT NULL,
    "block_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "trader" TEXT NOT NULL,
    "code" TEXT,
    "affiliate_id" BIGINT,
    "volume" DECIMAL(78,0),
    "undoes" DECIMAL(78,0),
    "eligible" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "reason" "referral_reason" NOT NULL,

    CONSTRAINT "referral_trades_pkey" PRIMARY KEY ("chain_id","block_hash","log_index")
);

CREATE TABLE "referred_traders" (
    "trader" TEXT NOT NULL,
    "affiliate_id" BIGINT,
    "bound_at" BIGINT,
    "trades" INTEGER NOT NULL DEFAULT 0,
    "eligible_trades" INTEGER NOT NULL DEFAULT 0,
    "volume" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "eligible" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "last_trade_at" BIGINT,
    "last_eligible_day" BIGINT,
    "decided_to" BIGINT NOT NULL DEFAULT 0,
    "decided" JSONB,
    "fingerprint" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "referred_traders_pkey" PRIMARY KEY ("trader")
);

CREATE TABLE "referral_days" (
    "affiliate_id" BIGINT NOT NULL,
    "trader" TEXT NOT NULL,
    "day" BIGINT NOT NULL,
    "trades" INTEGER NOT NULL,
    "volume" DECIMAL(78,0) NOT NULL,
    "eligible" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "referral_days_pkey" PRIMARY KEY ("trader","affiliate_id","day")
);

CREATE TABLE "affiliate_days" (
    "affiliate_id" BIGINT NOT NULL,
    "day" BIGINT NOT NULL,
    "traders" INTEGER NOT NULL,
    "trades" INTEGER NOT NULL,
    "volume" DECIMAL(78,0) NOT NULL,
    "eligible" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "affiliate_days_pkey" PRIMARY KEY ("affiliate_id","day")
);

CREATE TABLE "referral_payouts" (
    "epoch" BIGINT NOT NULL,
    "trader" TEXT NOT NULL,
    "role" "referral_role" NOT NULL,
    "affiliate_id" BIGINT NOT NULL,
    "wallet" TEXT NOT NULL,
    "rewards" INTEGER NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "paid_tx" TEXT,

    CONSTRAINT "referral_payouts_pkey" PRIMARY KEY ("epoch","trader","role")
);

CREATE TABLE "account_fundings" (
    "chain_id" INTEGER NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "account_fundings_pkey" PRIMARY KEY ("chain_id","sender","recipient","block_number")
);

CREATE TABLE "funding_reads" (
    "chain_id" INTEGER NOT NULL,
    "trader" TEXT NOT NULL,
    "since" BIGINT NOT NULL,
    "tokens" TEXT[],
    "timestamp" BIGINT NOT NULL,
    "block_number" BIGINT,

    CONSTRAINT "funding_reads_pkey" PRIMARY KEY ("chain_id","trader")
);
CREATE INDEX "affiliate_switches_affiliate_id_at_idx" ON "affiliate_switches"("affiliate_id", "at");
CREATE INDEX "referral_trades_trader_timestamp_chain_id_block_number_log__idx" ON "referral_trades"("trader", "timestamp" DESC, "chain_id", "block_number" DESC, "log_index" DESC);
CREATE INDEX "referral_trades_affiliate_id_timestamp_idx" ON "referral_trades"("affiliate_id", "timestamp" DESC);
CREATE INDEX "referred_traders_affiliate_id_trader_idx" ON "referred_traders"("affiliate_id", "trader");
CREATE INDEX "referral_payouts_wallet_epoch_trader_role_idx" ON "referral_payouts"("wallet", "epoch" DESC, "trader", "role");
CREATE INDEX "referral_payouts_affiliate_id_epoch_idx" ON "referral_payouts"("affiliate_id", "epoch");
CREATE INDEX "account_fundings_chain_id_recipient_idx" ON "account_fundings"("chain_id", "recipient");
CREATE INDEX "affiliates_wallet_address_idx" ON "affiliates"("wallet_address");
CREATE INDEX "affiliates_code_idx" ON "affiliates"("code");
ALTER TABLE "affiliate_switches" ADD CONSTRAINT "affiliate_switches_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "referral_trades" ADD CONSTRAINT "referral_trades_chain_id_block_hash_log_index_fkey" FOREIGN KEY ("chain_id", "block_hash", "log_index") REFERENCES "trades"("chain_id", "block_hash", "log_index") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "referral_trades" ADD CONSTRAINT "referral_trades_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "referred_traders" ADD CONSTRAINT "referred_traders_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "referral_days" ADD CONSTRAINT "referral_days_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "affiliate_days" ADD CONSTRAINT "affiliate_days_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "referral_payouts" ADD CONSTRAINT "referral_payouts_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "affiliates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Traders of whom an order names a code are few among all.
CREATE INDEX "orders_referred_owner_idx" ON "orders"("owner") WHERE "referrer_code" IS NOT NULL;
CREATE INDEX "trades_owner_timestamp_idx" ON "trades"("owner", "timestamp");
-- Orders that pay another account than their owner are few too.
CREATE INDEX "orders_other_receiver_idx" ON "orders"("receiver") WHERE "receiver" <> "owner";
-- Few traders have undecided trades.
CREATE INDEX "referred_traders_undecided_idx" ON "referred_traders"("trader") WHERE "last_trade_at" >= "decided_to";
