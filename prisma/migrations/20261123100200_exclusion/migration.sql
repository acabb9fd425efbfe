-- Why no solver competes for an open order, so that every page and client tells the same reason.
ALTER TABLE "orders" ADD COLUMN "exclusion" JSONB;
