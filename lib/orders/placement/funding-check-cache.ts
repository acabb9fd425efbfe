import { readHead } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'

/** A simulated payment of `amount` atoms; `succeeds` never rejects. */
type FundingCheck = { readonly amount: bigint; readonly succeeds: Promise<boolean> }

/** Payments simulated at a network's latest block, by owner, token and source. */
type FundingChecks = { head: Hex | undefined; byPayer: Map<string, FundingCheck> }

/** Maximum number of remembered payers, also when no new block arrives. */
export const maxPayers = 10_000

/** An order without pre-hooks, and its payer. */
export type Payment = {
  readonly chainId: number
  readonly owner: Address
  readonly order: Pick<Order, 'sellToken' | 'sellAmount' | 'feeAmount' | 'sellTokenBalance'>
}

/**
 * Simulates a payment unless one of at least this amount, by the same owner from the same source, succeeded at the
 * latest block. Reuses successes only, so a stale failure never rejects an order.
 *
 * @throws what `simulate` throws.
 */
export async function checkFundsOnce(
  ctx: Context,
  { chainId, owner, order }: Payment,
  simulate: () => Promise<void>,
): Promise<void> {
  const byPayer = checksAt(ctx, chainId, await readHead(ctx, chainId))
  const payer = `${owner}:${order.sellToken}:${order.sellTokenBalance}`
  const amount = order.sellAmount + order.feeAmount
  const earlier = byPayer.get(payer)
  if (earlier && amount <= earlier.amount && (await earlier.succeeds)) return
  const simulation = simulate()
  const succeeds = simulation.then(
    () => true,
    () => false,
  )
  if (byPayer.size >= maxPayers) byPayer.clear()
  byPayer.set(payer, { amount, succeeds })
  await simulation
}

const checksOf = defineSlot('orders/funding-checks', (_, _chainId: number): FundingChecks => {
  return { head: undefined, byPayer: new Map() }
})

function checksAt(ctx: Context, chainId: number, head: Hex | undefined): Map<string, FundingCheck> {
  const checks = checksOf(ctx, chainId)
  if (checks.head !== head || head === undefined) {
    checks.head = head
    checks.byPayer = new Map()
  }
  return checks.byPayer
}
