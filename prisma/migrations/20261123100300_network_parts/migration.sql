-- What settlements kept of each token, and what each of their trades paid for the network.

ALTER TABLE "settlements" ADD COLUMN "kept" JSONB;

ALTER TABLE "trades" ADD COLUMN "network_fee" DECIMAL(78,0)
  CHECK ("network_fee" >= 0);

ALTER TABLE "orders" ADD COLUMN "network_fee" DECIMAL(78,0) NOT NULL DEFAULT 0
  CHECK ("network_fee" >= 0);
