import { readHead } from '@/lib/chain/read-head'
import { type Context, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'

/** A payment that was played, of `amount` atoms; `isMade` never rejects. */
type Proof = { readonly amount: bigint; readonly isMade: Promise<boolean> }

/** What was played on a network's newest block, by owner, token and source. */
type Proofs = { head: Hex | undefined; byPayer: Map<string, Proof> }

/** Payers that are remembered at most, also when no block comes. */
export const maxPayers = 10_000

/** An order without pre-hooks, and who pays for it. */
export type Payment = {
  readonly chainId: number
  readonly owner: Address
  readonly order: Pick<Order, 'sellToken' | 'sellAmount' | 'feeAmount' | 'sellTokenBalance'>
}

/**
 * Plays a payment unless one of as much or more, by the same owner from the same source, was made in a
 * simulation on the newest block. Only success is remembered, so nobody is refused for what was true before.
 *
 * @throws what `play` throws.
 */
export async function checkFundsOnce(
  ctx: Context,
  { chainId, owner, order }: Payment,
  play: () => Promise<void>,
): Promise<void> {
  const byPayer = proofsAt(ctx, chainId, await readHead(ctx, chainId))
  const payer = `${owner}:${order.sellToken}:${order.sellTokenBalance}`
  const amount = order.sellAmount + order.feeAmount
  const earlier = byPayer.get(payer)
  if (earlier && amount <= earlier.amount && (await earlier.isMade)) return
  const played = play()
  const isMade = played.then(
    () => true,
    () => false,
  )
  if (byPayer.size >= maxPayers) byPayer.clear()
  byPayer.set(payer, { amount, isMade })
  await played
}

function proofsAt(ctx: Context, chainId: number, head: Hex | undefined): Map<string, Proof> {
  const proofs = contextSlot(
    ctx,
    `orders:payments:${chainId}`,
    (): Proofs => ({ head, byPayer: new Map() }),
  )
  if (proofs.head !== head || head === undefined) {
    proofs.head = head
    proofs.byPayer = new Map()
  }
  return proofs.byPayer
}
