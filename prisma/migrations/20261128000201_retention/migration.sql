-- Number of an auction's orders once its list is reduced to those that it settled; null: the list is complete.
ALTER TABLE "auctions" ADD COLUMN "order_count" INTEGER CHECK ("order_count" >= 0);

-- What is left to reduce and to forget, oldest first: small indexes, because rows leave them after weeks.
CREATE INDEX "auctions_complete_idx" ON "auctions"("created_at") WHERE "order_count" IS NULL;
CREATE INDEX "settlement_transactions_bytes_idx" ON "settlement_transactions"("created_at") WHERE "raw_transaction" <> '0x';

-- Its predecessor, for inputs alone.
DROP INDEX "auctions_input_idx";
