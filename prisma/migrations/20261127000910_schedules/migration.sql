-- The scheduled order that an order is a part of, as its app data names it; null: none.
ALTER TABLE "orders" ADD COLUMN "schedule" TEXT;

-- The parts of an owner's schedules. Few orders belong to one, so the index stays small.
CREATE INDEX "orders_schedule_idx" ON "orders"("chain_id", "owner", "schedule", "valid_from") WHERE "schedule" IS NOT NULL;
