import { type Auction, type AuctionOrder, wholeAmount } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { scoreTrade } from '@/lib/auctions/model/score'
import { executeAtCost } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import type {
  SettledOrder,
  SettledSolution,
} from '@/lib/settlements/auctioneer/settled-solution-query'

/** An on-chain fill in atoms, without the signed fee. */
export type Fill = { readonly uid: Hex; readonly sellAmount: bigint; readonly buyAmount: bigint }

/** The on-chain effects of a settlement. */
export type SettlementFacts = {
  readonly fills: readonly Fill[]
  /** The settlement contract's balance changes by token, in atoms; negative: a loss. */
  readonly changes: ReadonlyMap<Address, bigint>
  /** Filled amount of each order after it, as the contract counts it; omitted orders are not checked. */
  readonly filled: ReadonlyMap<Hex, bigint>
}

/** An invariant that a settlement broke. */
export type Violation = {
  readonly invariant:
    | 'as stored'
    | 'limit'
    | 'fill or kill'
    | 'executed within signed'
    | 'uniform price'
    | 'buffers'
    | 'score'
  readonly detail: string
  /** The order or token concerned. */
  readonly subject: Hex
}

/**
 * Checks a settlement against its plan: fills are those that were stored, at the limit or better, complete for
 * fill-or-kill orders, never beyond the signed amount, at one price per pair before fees and costs; the contract lost
 * nothing of any token; and scores match the stored ones.
 */
export function findViolations(
  auction: Auction,
  solutions: readonly SettledSolution[],
  facts: SettlementFacts,
): Violation[] {
  const orders = indexOrders(auction)
  const stored = solutions.flatMap(({ orders: own }) => own)
  return [
    ...findUnplannedFills(stored, facts.fills),
    ...facts.fills.flatMap((fill) => {
      const entry = orders.get(fill.uid)
      return entry ? checkFill(entry, fill, facts) : []
    }),
    ...solutions.flatMap((solution) => checkSolution(auction, solution, orders)),
    ...[...facts.changes].flatMap(([token, change]): Violation[] =>
      change < 0n
        ? [{ invariant: 'buffers', detail: `the contract lost ${-change}`, subject: token }]
        : [],
    ),
  ]
}

/** Fills that were not stored, and stored fills that are missing on-chain. */
function findUnplannedFills(stored: readonly SettledOrder[], fills: readonly Fill[]): Violation[] {
  const textOf = ({ uid, sellAmount, buyAmount }: Fill) => `${uid} ${sellAmount} for ${buyAmount}`
  const [wanted, seen] = [stored, fills].map((list) => new Set(list.map(textOf)))
  const violation = (fill: Fill, detail: string): Violation => ({
    invariant: 'as stored',
    detail: `${detail}: ${textOf(fill)}`,
    subject: fill.uid,
  })
  return [
    ...fills
      .filter((fill) => !wanted?.has(textOf(fill)))
      .map((fill) => violation(fill, 'not stored')),
    ...stored.filter((fill) => !seen?.has(textOf(fill))).map((fill) => violation(fill, 'not seen')),
  ]
}

function checkFill({ uid, order, charge }: AuctionOrder, fill: Fill, facts: SettlementFacts) {
  const signed = charge?.signed ?? order
  const whole = wholeAmount(signed)
  const executed = signed.kind === 'sell' ? fill.sellAmount : fill.buyAmount
  const total = facts.filled.get(uid)
  const isLimitKept = fill.buyAmount * signed.sellAmount >= fill.sellAmount * signed.buyAmount
  const violations: Violation[] = []
  const add = (invariant: Violation['invariant'], detail: string) =>
    violations.push({ invariant, detail, subject: uid })
  if (!isLimitKept) add('limit', `sells ${fill.sellAmount} for ${fill.buyAmount}`)
  if (!signed.partiallyFillable && executed !== whole) {
    add('fill or kill', `executes ${executed} of ${whole}`)
  }
  if (executed > whole || (total !== undefined && total > whole)) {
    add('executed within signed', `executed ${total ?? executed} of ${whole}`)
  }
  return violations
}

/** Checks a solution against its auction: the amounts before fees follow from its prices and costs, and determine its score. */
export function checkSolution(
  auction: Auction,
  { orders: stored, clearingPrices, score }: SettledSolution,
  orders: ReadonlyMap<string, AuctionOrder>,
): Violation[] {
  const violations: Violation[] = []
  let sum = 0n
  for (const settled of stored) {
    const entry = orders.get(settled.uid)
    if (!entry) continue
    const { order } = entry
    const gross = beforeFees(order, settled)
    const { uid } = settled
    const executedAmount = order.kind === 'sell' ? gross.sellAmount : gross.buyAmount
    const part = { executed: executedAmount, cost: settled.cost }
    const expected = executeAtCost(order, part, clearingPrices)
    if (expected?.sellAmount !== gross.sellAmount || expected.buyAmount !== gross.buyAmount) {
      const detail = `sells ${gross.sellAmount} for ${gross.buyAmount} before fees`
      violations.push({ invariant: 'uniform price', detail, subject: uid })
    }
    sum += scoreTrade(auction, order, { uid, executedAmount, ...gross })
  }
  const first = stored[0]?.uid ?? '0x'
  const detail = `the fills come to ${sum}, stored is ${score}`
  return sum === score
    ? violations
    : [...violations, { invariant: 'score', detail, subject: first }]
}

export function beforeFees({ kind }: SignedOrder, { sellAmount, buyAmount, fee }: SettledOrder) {
  return kind === 'sell'
    ? { sellAmount, buyAmount: buyAmount + fee }
    : { sellAmount: sellAmount - fee, buyAmount }
}
