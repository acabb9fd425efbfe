-- Contracts that used more gas on chain than in the simulation, and what that is measured with.
ALTER TABLE "settlement_transactions" ADD COLUMN "simulated_gas" BIGINT;
ALTER TABLE "orders" ADD COLUMN "signature_gas" BIGINT;
CREATE TABLE "burners" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "burns" INTEGER NOT NULL,
    "gas" BIGINT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "burned_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "burners_pkey" PRIMARY KEY ("chain_id", "address")
);
