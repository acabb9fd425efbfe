CREATE TYPE "digest" AS ENUM ('none', 'hourly', 'daily');

CREATE TABLE "short_episodes" (
    "order_uid" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_block_number" BIGINT,
    "end_block_hash" TEXT,
    "taken_back" BOOLEAN NOT NULL DEFAULT false,
    "final" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "short_episodes_pkey" PRIMARY KEY ("order_uid", "number")
);

-- Of an order lasts one at most.
CREATE UNIQUE INDEX "short_episodes_open_idx" ON "short_episodes"("order_uid") WHERE "ended_at" IS NULL;
-- Those whose blocks can still be dropped.
CREATE INDEX "short_episodes_unsettled_idx" ON "short_episodes"("chain_id") WHERE NOT "taken_back" AND NOT "final";
-- Nothing but a block in which its order is paid ends one that counts.
ALTER TABLE "short_episodes" ADD CONSTRAINT "short_episodes_end_block_check" CHECK (
  ("end_block_number" IS NULL) = ("end_block_hash" IS NULL)
  AND CASE WHEN "ended_at" IS NULL THEN "end_block_number" IS NULL
    ELSE "taken_back" OR "end_block_number" IS NOT NULL END);

CREATE TABLE "inboxes" (
    "account" TEXT NOT NULL,
    "read_to" BIGINT NOT NULL,

    CONSTRAINT "inboxes_pkey" PRIMARY KEY ("account")
);

CREATE TABLE "announcements" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "url" TEXT,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "announcement_reads" (
    "announcement_id" UUID NOT NULL,
    "account" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcement_reads_pkey" PRIMARY KEY ("account","chain_id","announcement_id")
);

CREATE TABLE "telegram_links" (
    "token_hash" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "networks" INTEGER[],
    "types" "notification_type"[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "telegram_links_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "sign_in_nonces" (
    "nonce" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_nonces_pkey" PRIMARY KEY ("nonce")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account" TEXT NOT NULL,
    "networks" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- Nothing has ever been subscribed or sent: targets were not encrypted.
DELETE FROM "subscriptions";
DROP INDEX "subscriptions_account_channel_target_key";
ALTER TABLE "subscriptions"
  ALTER COLUMN "target" DROP NOT NULL,
  ADD COLUMN "agreed_at" TIMESTAMPTZ(3),
  ADD COLUMN "networks" INTEGER[],
  ADD COLUMN "label" TEXT NOT NULL,
  ADD COLUMN "target_key" TEXT NOT NULL,
  ADD COLUMN "secret" TEXT,
  ADD COLUMN "old_secret" TEXT,
  ADD COLUMN "old_secret_until" TIMESTAMPTZ(3),
  ADD COLUMN "quiet_from" INTEGER,
  ADD COLUMN "quiet_to" INTEGER,
  ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC',
  ADD COLUMN "digest" "digest" NOT NULL DEFAULT 'none',
  ADD COLUMN "failing_since" TIMESTAMPTZ(3),
  ADD COLUMN "stopped_at" TIMESTAMPTZ(3),
  ADD COLUMN "stopped_reason" TEXT,
  ADD COLUMN "last_sent_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_error" TEXT,
  ADD COLUMN "tested_at" TIMESTAMPTZ(3);

ALTER TABLE "deliveries"
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "last_status" INTEGER;

CREATE INDEX "announcements_published_at_idx" ON "announcements"("published_at" DESC);
CREATE INDEX "announcement_reads_announcement_id_idx" ON "announcement_reads"("announcement_id");
CREATE INDEX "sign_in_nonces_expires_at_idx" ON "sign_in_nonces"("expires_at");
CREATE INDEX "sessions_account_idx" ON "sessions"("account");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE UNIQUE INDEX "subscriptions_account_channel_target_key_networks_key" ON "subscriptions"("account", "channel", "target_key", "networks") NULLS NOT DISTINCT;
DROP INDEX "deliveries_subscription_id_idx";
CREATE INDEX "deliveries_subscription_id_id_idx" ON "deliveries"("subscription_id", "id" DESC);

-- What is still to be sent to one receiver, in its order.
DROP INDEX "deliveries_waiting_idx";
CREATE INDEX "deliveries_waiting_idx" ON "deliveries"("subscription_id", "due_at", "id") WHERE "state" = 'waiting';

-- The same as a turn takes it: what failed before comes behind the rest.
CREATE INDEX "deliveries_turn_idx" ON "deliveries"("subscription_id", ("attempts" > 0), "id") WHERE "state" = 'waiting';

-- What was given up, newest first.
CREATE INDEX "deliveries_dead_idx" ON "deliveries"("id" DESC) WHERE "state" = 'dead';
CREATE INDEX "deliveries_dead_of_subscription_idx" ON "deliveries"("subscription_id", "id" DESC) WHERE "state" = 'dead';

-- The newest unread ones of some types and networks, to list and to count.
DROP INDEX "notifications_unread_idx";
CREATE INDEX "notifications_unread_idx" ON "notifications"("account", "chain_id", "type", "sequence" DESC) WHERE "read_at" IS NULL;

-- The newest of some types and networks, and those of an order.
CREATE INDEX "notifications_account_chain_id_type_sequence_idx" ON "notifications"("account", "chain_id", "type", "sequence" DESC);
DROP INDEX "notifications_order_uid_idx";
CREATE INDEX "notifications_order_uid_sequence_idx" ON "notifications"("order_uid", "sequence" DESC);

ALTER TABLE "inboxes"
  ADD CONSTRAINT "inboxes_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "announcement_reads"
  ADD CONSTRAINT "announcement_reads_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "announcements"
  ADD CONSTRAINT "announcements_ends_at_check" CHECK ("ends_at" > "published_at");
ALTER TABLE "telegram_links"
  ADD CONSTRAINT "telegram_links_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_account_check" CHECK ("account" ~ '^0x[0-9a-f]{40}$');
-- None would be read as all.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_networks_check" CHECK (cardinality("networks") > 0);
ALTER TABLE "telegram_links" ADD CONSTRAINT "telegram_links_networks_check" CHECK (cardinality("networks") > 0);
ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_networks_check" CHECK (cardinality("networks") > 0),
  ADD CONSTRAINT "subscriptions_quiet_check" CHECK (
    ("quiet_from" IS NULL) = ("quiet_to" IS NULL)
    AND "quiet_from" BETWEEN 0 AND 1439 AND "quiet_to" BETWEEN 0 AND 1439 AND "quiet_from" <> "quiet_to"),
  ADD CONSTRAINT "subscriptions_stopped_check" CHECK (("stopped_at" IS NULL) = ("stopped_reason" IS NULL)),
  ADD CONSTRAINT "subscriptions_target_check" CHECK ("target" IS NOT NULL OR "stopped_at" IS NOT NULL),
  ADD CONSTRAINT "subscriptions_old_secret_check" CHECK (("old_secret" IS NULL) = ("old_secret_until" IS NULL));

ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcements"("id") ON DELETE CASCADE ON UPDATE CASCADE;
