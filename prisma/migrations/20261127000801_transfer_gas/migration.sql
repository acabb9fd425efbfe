-- Gas of an order's token transfers beyond plain ones; null: not measured.
ALTER TABLE "orders" ADD COLUMN "transfer_gas" BIGINT;
