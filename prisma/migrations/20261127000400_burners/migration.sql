-- Contracts that used more gas on chain than in the simulation, and what that is measured with.
ALTER TABLE "settlement_transactions" ADD COLUMN "simulated_gas" BIGINT CHECK ("simulated_gas" > 0);
ALTER TABLE "orders" ADD COLUMN "signature_gas" BIGINT CHECK ("signature_gas" >= 0);
CREATE TABLE "burners" (
    "chain_id" INTEGER NOT NULL CHECK ("chain_id" > 0),
    "address" TEXT NOT NULL CHECK ("address" ~ '^0x[0-9a-f]{40}$'),
    "code_hash" TEXT NOT NULL CHECK ("code_hash" ~ '^0x[0-9a-f]{64}$'),
    "burns" INTEGER NOT NULL CHECK ("burns" > 0),
    "gas" BIGINT NOT NULL CHECK ("gas" > 0),
    "tx_hash" TEXT NOT NULL CHECK ("tx_hash" ~ '^0x[0-9a-f]{64}$'),
    "burned_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "burners_pkey" PRIMARY KEY ("chain_id", "address")
);
