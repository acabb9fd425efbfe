import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { simulateAfter } from '@/lib/chain/simulation/bounded-simulation'
import { statedGas } from '@/lib/chain/simulation/trampoline'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { type Funds, fundsCalls, parseFunds } from '@/lib/orders/placement/funds-calls'
import { maxOrderGas } from '@/lib/quotes/quote'

/** An order that its pre-hooks may fund. */
export type HookedOrder = Pick<AuctionOrder, 'uid' | 'order' | 'interactions' | 'interactionGas'>

/**
 * Maximum number of simulations per auction and at a time, and milliseconds after which none is started: rounds wait.
 */
const maxSimulated = 32
const atOnce = 8
const timeLimitMs = 1_000

const turnOf = defineSlot('auctions/hook-turn', (_, _chainId: number): { last: Hex } => {
  return { last: '0x' }
})

/** Orders of one owner and sell token with equal pre-hooks, which leave each of them the same funds. */
type Group = {
  readonly sample: HookedOrder
  readonly uids: readonly Hex[]
  /** Whether it calls untrusted contracts. */
  readonly hasHooks: boolean
}

/**
 * Simulates the orders' pre-hooks, equal ones once, and reads the owner's funds afterwards. Omits orders whose
 * simulation fails, or for which there is no time. Wrapping of native tokens comes first, so that no other hooks can
 * delay it; the rest takes turns, continuing where the last auction stopped.
 */
export async function readFundsAfterHooks(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlyMap<Hex, Funds>> {
  const turn = turnOf(ctx, input.chainId)
  const groups = inTurn(groupAlike(input.orders), turn.last).slice(0, maxSimulated)
  const deadlineMs = ctx.now() + timeLimitMs
  const funds = new Map<Hex, Funds>()
  for (let start = 0; start < groups.length && ctx.now() < deadlineMs; start += atOnce) {
    const batch = groups.slice(start, start + atOnce)
    const answers = await Promise.all(batch.map(({ sample }) => simulateOrder(ctx, input, sample)))
    for (const [index, { sample, uids, hasHooks }] of batch.entries()) {
      if (hasHooks) turn.last = sample.uid
      const answer = answers[index]
      if (answer) for (const uid of uids) funds.set(uid, answer)
    }
  }
  return funds
}

/** Hooks that fit into a settlement. */
function groupAlike(orders: readonly HookedOrder[]): Group[] {
  const groups = new Map<string, Group>()
  for (const entry of orders) {
    const { uid, order, interactions, interactionGas } = entry
    if (interactionGas > maxOrderGas) continue
    const calls = interactions.pre.flatMap(({ target, callData }) => [target, callData])
    const key = [order.owner, order.sellToken, order.sellTokenBalance, ...calls].join(' ')
    const hasHooks = interactions.pre.some((call) => statedGas(call) !== undefined)
    const group = groups.get(key) ?? { sample: entry, uids: [], hasHooks }
    groups.set(key, { ...group, uids: [...group.uids, uid] })
  }
  return [...groups.values()]
}

/** The turns stay fair when orders are added or removed. */
function inTurn(groups: readonly Group[], last: Hex): Group[] {
  const hooked = groups
    .filter(({ hasHooks }) => hasHooks)
    .sort((a, b) => (a.sample.uid < b.sample.uid ? -1 : 1))
  const isNext = ({ sample }: Group) => sample.uid > last
  return [
    ...groups.filter(({ hasHooks }) => !hasHooks),
    ...hooked.filter(isNext),
    ...hooked.filter((group) => !isNext(group)),
  ]
}

/** An unreachable node is detected by the auction's other reads. */
async function simulateOrder(
  ctx: Context,
  { chainId, blockNumber }: { readonly chainId: number; readonly blockNumber: bigint },
  { order, interactions }: HookedOrder,
): Promise<Funds | undefined> {
  const { owner } = order
  const outcomes = await simulateAfter(ctx, {
    chainId,
    blockNumber,
    interactions: interactions.pre,
    calls: fundsCalls(ctx, { owner, order }),
  }).catch(() => undefined)
  const funds = outcomes && parseFunds(order, outcomes)
  return funds && { balance: funds.balance, allowance: funds.allowance }
}
