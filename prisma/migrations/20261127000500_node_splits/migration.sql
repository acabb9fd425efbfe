-- Disagreements between the nodes of a network, seen by one process and heeded by all.
CREATE TABLE "node_splits" (
    "chain_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "node_splits_pkey" PRIMARY KEY ("chain_id","subject")
);
