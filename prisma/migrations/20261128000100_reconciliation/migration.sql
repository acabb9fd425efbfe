-- Results of the checks that compare the database with itself and with the chain, and the figures of the status page.
CREATE TABLE "invariant_checks" (
    "chain_id" INTEGER NOT NULL,
    "invariant" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "items" INTEGER NOT NULL,

    CONSTRAINT "invariant_checks_pkey" PRIMARY KEY ("chain_id", "invariant", "scope")
);
ALTER TABLE "invariant_checks" ADD CONSTRAINT "invariant_checks_scope_check" CHECK ("scope" IN ('sample', 'complete'));

CREATE TABLE "invariant_violations" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "invariant" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "repair_at" TIMESTAMPTZ(3),

    CONSTRAINT "invariant_violations_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "invariant_violations" ADD CONSTRAINT "invariant_violations_length_check"
  CHECK (length("subject") <= 200 AND length("detail") <= 500);
-- One open violation of an invariant per subject.
CREATE UNIQUE INDEX "invariant_violations_open_key" ON "invariant_violations"("chain_id", "invariant", "subject")
  WHERE "ended_at" IS NULL;
CREATE INDEX "invariant_violations_chain_id_id_idx" ON "invariant_violations"("chain_id", "id" DESC);

CREATE TABLE "incidents" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_kind_check"
  CHECK ("kind" IN ('node', 'index', 'rounds', 'settlement', 'data'));
-- One open incident of a kind per network.
CREATE UNIQUE INDEX "incidents_open_key" ON "incidents"("chain_id", "kind") WHERE "ended_at" IS NULL;
CREATE INDEX "incidents_started_at_idx" ON "incidents"("started_at" DESC);

CREATE TABLE "network_statuses" (
    "chain_id" INTEGER NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "head" BIGINT,
    "head_at" TIMESTAMPTZ(3),
    "indexed" BIGINT,
    "indexed_at" TIMESTAMPTZ(3),
    "market_indexed" BIGINT,
    "round_at" TIMESTAMPTZ(3),
    "settlements" INTEGER NOT NULL,
    "trades" INTEGER NOT NULL,

    CONSTRAINT "network_statuses_pkey" PRIMARY KEY ("chain_id")
);

-- A registration is compared with the signature that it used.
CREATE INDEX "affiliate_signatures_wallet_address_idx" ON "affiliate_signatures"("wallet_address");
