-- Settlements that were withdrawn before they were mined.
ALTER TYPE "transaction_state" ADD VALUE 'withdrawn';

-- Settlements sent to private endpoints only, and why a pending one is being cancelled.
ALTER TABLE "settlement_transactions"
  ADD COLUMN "private_until_block" BIGINT,
  ADD COLUMN "withdrawal" TEXT;

-- Orders excluded from auctions for a time after reverts.
ALTER TABLE "orders" ADD COLUMN "frozen_until" TIMESTAMPTZ(3);
