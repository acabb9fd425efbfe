-- Fees that fills paid beyond the signed one, and settlements that were sent again with higher fees for gas.

ALTER TABLE "trades" ADD COLUMN "executed_fees" JSONB;

ALTER TABLE "orders" ADD COLUMN "protocol_fee" DECIMAL(78,0) NOT NULL DEFAULT 0;

ALTER TABLE "settlement_transactions"
  ADD COLUMN "replaced_hashes" TEXT[] NOT NULL DEFAULT '{}';
