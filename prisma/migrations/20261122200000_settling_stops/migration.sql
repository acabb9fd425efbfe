-- Networks on which nothing is settled until an operator lifts it, and which settlements were checked.

CREATE TABLE "settling_stops" (
  "chain_id" INTEGER NOT NULL,
  "reason" TEXT NOT NULL,
  "stopped_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "settling_stops_pkey" PRIMARY KEY ("chain_id")
);

ALTER TABLE "settlement_transactions" ADD COLUMN "checked_at" TIMESTAMPTZ(3);
