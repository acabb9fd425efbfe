-- Why settlements wait for the private endpoints.
ALTER TABLE "solver_accounts" ADD COLUMN "relay_problem" TEXT;

-- What a settlement was expected to keep, and what its pools and its gas took of that.
ALTER TABLE "settlement_transactions" ADD COLUMN "planned_kept" DECIMAL(78,0);
ALTER TABLE "settlement_costs"
  ADD COLUMN "slack_wei" DECIMAL(78,0) NOT NULL DEFAULT 0,
  ADD COLUMN "burn_wei" DECIMAL(78,0) NOT NULL DEFAULT 0;
