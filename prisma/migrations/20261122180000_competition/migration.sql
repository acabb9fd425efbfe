-- Several winners in an auction, some of them in one transaction; inputs of auctions compressed.

ALTER TABLE "solutions"
  ADD COLUMN "fault" TEXT,
  ADD COLUMN "reference_score" DECIMAL(78,0),
  ADD COLUMN "transaction_id" BIGINT;

UPDATE "solutions" s SET "transaction_id" = t."id"
  FROM "settlement_transactions" t WHERE t."solution_id" = s."id";

-- What the best solution of another solver came to, as it was shown until now.
UPDATE "solutions" s SET "reference_score" = coalesce((
    SELECT max(o."score") FROM "solutions" o
    WHERE o."auction_id" = s."auction_id" AND o."solver" <> s."solver" AND NOT o."filtered_out"
  ), 0)
  WHERE s."is_winner";

DROP INDEX "solutions_winner_key";

ALTER TABLE "settlement_transactions" DROP COLUMN "solution_id";

ALTER TABLE "solutions"
  ADD CONSTRAINT "solutions_transaction_id_fkey" FOREIGN KEY ("transaction_id")
    REFERENCES "settlement_transactions"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "solutions_reference_score_check" CHECK ("reference_score" >= 0),
  ADD CONSTRAINT "solutions_transaction_id_check" CHECK ("transaction_id" IS NULL OR "is_winner");

CREATE INDEX "solutions_transaction_id_idx" ON "solutions"("transaction_id");

ALTER TABLE "auctions"
  ADD COLUMN "order_uids" TEXT[],
  ADD COLUMN "bound" DECIMAL(78,0);

UPDATE "auctions" SET "order_uids" = coalesce(
    (SELECT array_agg(entry->>'uid') FROM jsonb_array_elements("input"->'orders') AS entry), '{}');

ALTER TABLE "auctions"
  ALTER COLUMN "input" DROP NOT NULL,
  ALTER COLUMN "input" TYPE BYTEA USING convert_to("input"::text, 'UTF8'),
  ADD CONSTRAINT "auctions_bound_check" CHECK ("bound" >= 0);

-- It is compressed already.
ALTER TABLE "auctions" ALTER COLUMN "input" SET STORAGE EXTERNAL;

-- Whose inputs are removed when their time is over.
CREATE INDEX "auctions_input_idx" ON "auctions"("created_at") WHERE "input" IS NOT NULL;
