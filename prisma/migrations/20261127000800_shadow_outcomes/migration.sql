-- What decides whether a settlement in shadow mode would have been mined; null in rows of earlier versions.
ALTER TABLE "shadow_settlements"
  ADD COLUMN "gas_limit" BIGINT,
  ADD COLUMN "fee_cap" DECIMAL(78,0),
  ADD COLUMN "deadline_block" BIGINT,
  ADD COLUMN "private_until_block" BIGINT,
  ADD COLUMN "plan" TEXT;
