-- Settlements that are played and not sent, and the value that canary settlements may use up in a day.
ALTER TABLE "settlement_transactions" ADD COLUMN "value" DECIMAL(78,0);

CREATE TABLE "shadow_settlements" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "auction_id" BIGINT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "order_uids" TEXT[],
    "call_data" TEXT NOT NULL,
    "tokens" TEXT[],
    "gas" BIGINT NOT NULL,
    "max_fee" DECIMAL(78,0) NOT NULL,
    "tip" DECIMAL(78,0) NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,
    "kept" DECIMAL(78,0) NOT NULL,
    "followed" JSONB NOT NULL DEFAULT '[]',
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_settlements_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "shadow_settlements_chain_id_ended_at_idx" ON "shadow_settlements"("chain_id", "ended_at");
CREATE INDEX "shadow_settlements_created_at_idx" ON "shadow_settlements"("created_at");
