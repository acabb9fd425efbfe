-- Pools of the Balancer vault, which may have more than two tokens.
CREATE TABLE "vault_pools" (
    "chain_id" INTEGER NOT NULL,
    "pool_id" TEXT NOT NULL,
    "factory" TEXT NOT NULL,
    "tokens" TEXT[],
    "created_block" BIGINT NOT NULL,

    CONSTRAINT "vault_pools_pkey" PRIMARY KEY ("chain_id","pool_id")
);

CREATE INDEX "vault_pools_tokens_idx" ON "vault_pools" USING GIN ("tokens");

ALTER TABLE "vault_pools"
  ADD CONSTRAINT "vault_pools_chain_id_check" CHECK ("chain_id" > 0),
  ADD CONSTRAINT "vault_pools_pool_id_check" CHECK ("pool_id" ~ '^0x[0-9a-f]{64}$'),
  ADD CONSTRAINT "vault_pools_factory_check" CHECK ("factory" ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT "vault_pools_tokens_check" CHECK (array_to_string("tokens", '') ~ '^(0x[0-9a-f]{40}){2,8}$'),
  ADD CONSTRAINT "vault_pools_created_block_check" CHECK ("created_block" >= 0);
