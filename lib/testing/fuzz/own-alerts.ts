import type { FuzzFixture } from './fuzz-fixture'

type Fixture = Pick<FuzzFixture, 'ctx' | 'owner' | 'tokens'>

/** Removes the account's price alerts, to make room for a new one. */
export async function removeAlerts({ ctx, owner }: Pick<Fixture, 'ctx' | 'owner'>): Promise<void> {
  await ctx.db.priceAlert.deleteMany({ where: { account: owner } })
}

/** Replaces the account's price alerts with one; returns its id. */
export async function onlyAlert({ ctx, owner: account, tokens }: Fixture): Promise<string> {
  await removeAlerts({ ctx, owner: account })
  const token = tokens.WETH
  const facts = { account, chainId: 1, token, condition: 'above', limitUsd: 1e9 } as const
  const data = { ...facts, createdAt: new Date(ctx.now()) }
  return (await ctx.db.priceAlert.create({ data })).id
}
