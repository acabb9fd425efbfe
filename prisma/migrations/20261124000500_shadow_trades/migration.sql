-- What the orders of a would-be settlement would have paid and got, for the comparison with pools in later blocks.
ALTER TABLE "shadow_settlements" ADD COLUMN "trades" JSONB NOT NULL DEFAULT '[]';
CREATE INDEX "shadow_settlements_auction_id_idx" ON "shadow_settlements"("auction_id");
