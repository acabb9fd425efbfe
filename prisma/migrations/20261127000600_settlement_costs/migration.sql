-- The books of the solver: what each of its mined transactions cost and earned, its other signed transactions, and the account.

CREATE TABLE "settlement_costs" (
    "chain_id" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "solver_address" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "timestamp" BIGINT NOT NULL,
    "gas_used" BIGINT NOT NULL,
    "gas_price" DECIMAL(78,0) NOT NULL,
    "gas_wei" DECIMAL(78,0) NOT NULL,
    "l1_wei" DECIMAL(78,0) NOT NULL,
    "cost_wei" DECIMAL(78,0) NOT NULL,
    "auction_id" BIGINT,
    "kept" JSONB,
    "kept_wei" DECIMAL(78,0) NOT NULL,
    "owed_wei" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "settlement_costs_pkey" PRIMARY KEY ("chain_id", "tx_hash")
);
CREATE UNIQUE INDEX "settlement_costs_chain_id_solver_address_nonce_key"
  ON "settlement_costs"("chain_id", "solver_address", "nonce");
CREATE INDEX "settlement_costs_chain_id_block_number_idx" ON "settlement_costs"("chain_id", "block_number");
CREATE INDEX "settlement_costs_chain_id_timestamp_idx" ON "settlement_costs"("chain_id", "timestamp");

CREATE TABLE "solver_transactions" (
    "chain_id" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "solver_address" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "solver_transactions_pkey" PRIMARY KEY ("chain_id", "tx_hash")
);
CREATE INDEX "solver_transactions_chain_id_created_at_idx" ON "solver_transactions"("chain_id", "created_at");

CREATE TABLE "solver_accounts" (
    "chain_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "balance" DECIMAL(78,0),
    "nonce" BIGINT,
    "block_number" BIGINT,
    "block_hash" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "books_problem" TEXT,
    "funds_problem" TEXT,

    CONSTRAINT "solver_accounts_pkey" PRIMARY KEY ("chain_id")
);
