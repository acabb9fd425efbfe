import { simulateAfter } from '@/lib/chain/simulate-after'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { fundsCalls, parseFunds } from '@/lib/orders/funds-calls'
import { maxOrderGas } from '@/lib/quotes/quote'
import type { AuctionOrder } from './auction'

/** An order that may be paid for by what it calls before it. */
export type HookedOrder = Pick<AuctionOrder, 'uid' | 'order' | 'interactions' | 'interactionGas'>

/** Orders played for one auction, how many of them at the same time, and milliseconds after which no more are begun. */
const mostPlayed = 32
const atOnce = 8
const patienceMs = 1_000

/**
 * Plays what orders call before they are settled, each order by itself, and reads what the vault relayer can take then,
 * in atoms. Orders that cannot be played are left out, as are those for which there is no time: where there are many,
 * each block begins with others.
 */
export async function readFundsAfterHooks(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlyMap<Hex, bigint>> {
  const playable = input.orders.filter(({ interactionGas }) => interactionGas <= maxOrderGas)
  const first = playable.length === 0 ? 0 : turnOf(input.blockNumber, playable.length)
  const orders = [...playable.slice(first), ...playable.slice(0, first)].slice(0, mostPlayed)
  const deadlineMs = ctx.now() + patienceMs
  const funds = new Map<Hex, bigint>()
  for (let start = 0; start < orders.length && ctx.now() < deadlineMs; start += atOnce) {
    const batch = orders.slice(start, start + atOnce)
    const payable = await Promise.all(batch.map((order) => playOrder(ctx, input, order)))
    for (const [index, { uid }] of batch.entries()) {
      const amount = payable[index]
      if (amount !== undefined) funds.set(uid, amount)
    }
  }
  return funds
}

function turnOf(blockNumber: bigint, orders: number): number {
  return Number((blockNumber * BigInt(mostPlayed)) % BigInt(orders))
}

/** A node that does not answer is found out by the auction's other reads. */
async function playOrder(
  ctx: Context,
  { chainId, blockNumber }: { readonly chainId: number; readonly blockNumber: bigint },
  { order, interactions }: HookedOrder,
): Promise<bigint | undefined> {
  const { owner } = order
  const outcomes = await simulateAfter(ctx, {
    chainId,
    blockNumber,
    interactions: interactions.pre,
    calls: fundsCalls(ctx, { owner, order }),
  }).catch(() => undefined)
  const funds = outcomes && parseFunds(order, outcomes)
  return funds && minAmount(funds.balance, funds.allowance)
}
