-- Price alerts, and the type of their notifications. Nothing stored changes: a channel of before is sent them once its
-- owner chooses them.
ALTER TYPE "notification_type" ADD VALUE 'price_alert';

-- A price alert is about no order, which is written as 0x. The new check accepts all that the old one did.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_order_uid_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_uid_check"
  CHECK ("order_uid" ~ '^0x([0-9a-f]{112})?$') NOT VALID;
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_order_uid_check";

CREATE TYPE "price_condition" AS ENUM ('above', 'below');

CREATE TABLE "price_alerts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "condition" "price_condition" NOT NULL,
    "limit_usd" DOUBLE PRECISION NOT NULL,
    "armings" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "fired_at" TIMESTAMPTZ(3),
    "fired_usd" DOUBLE PRECISION,

    CONSTRAINT "price_alerts_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_limit_check"
  CHECK ("limit_usd" > 0 AND "limit_usd" < 'Infinity');
ALTER TABLE "price_alerts" ADD CONSTRAINT "price_alerts_fired_check"
  CHECK (("fired_at" IS NULL) = ("fired_usd" IS NULL));

CREATE INDEX "price_alerts_account_created_at_idx" ON "price_alerts"("account", "created_at" DESC);
-- Those that a price can fire.
CREATE INDEX "price_alerts_armed_idx" ON "price_alerts"("chain_id", "token") WHERE "fired_at" IS NULL;
