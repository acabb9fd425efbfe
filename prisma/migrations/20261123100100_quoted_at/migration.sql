-- When the quote of an order was made: orders signed on a recent one come first to their owner's funds.
ALTER TABLE "order_quotes" ADD COLUMN "quoted_at" TIMESTAMPTZ(3);
