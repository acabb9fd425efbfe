import { isoDate, toUnixSeconds } from '@/lib/core/time'
import type {
  FollowedBlock,
  ShadowResult,
  ShadowTrade,
} from '@/lib/settlements/submission/shadow-store'

/**
 * How a shadow settlement would have ended: `late`: its fees were too low until its deadline; `reverted`: mined and failed;
 * `withdrawn`: it failed while only private endpoints knew it, which mine no failure; `unknown`: the node had no state of
 * the block that decides; `pending`: undecided.
 */
export type ShadowEnd = 'mined' | 'late' | 'reverted' | 'withdrawn' | 'unknown' | 'pending'

/** What a shadow settlement would have cost and earned, in wei; 0 unless it was mined. */
export type ShadowOutcome = {
  readonly end: ShadowEnd
  /** The block that decided it; undefined while pending, and if its deadline passed before any block. */
  readonly block: FollowedBlock | undefined
  /** Gas at the effective price there, and the fee for data. */
  readonly spent: bigint
  /** What the contract gains and what of it it owes, at the auction's prices. */
  readonly kept: bigint
  readonly owed: bigint
  /** Kept less owed less spent, at the auction's prices and at the prices of that block's pools. */
  readonly net: bigint
  readonly netThere: bigint
  /** Why it failed, or why that is unknown. */
  readonly cause: string | undefined
}

const nothing = { spent: 0n, kept: 0n, owed: 0n, net: 0n, netThere: 0n }

/** Returns how a shadow settlement would have ended. */
export function shadowOutcome(settlement: ShadowResult): ShadowOutcome {
  const block = decidingBlock(settlement)
  const end = endOf(settlement, block)
  if (end !== 'mined' && end !== 'reverted') {
    return { end, block, ...nothing, cause: block?.fault ?? block?.unplayed }
  }
  const spent = BigInt(block?.gas ?? 0) * BigInt(block?.price ?? 0) + BigInt(block?.dataFee ?? 0)
  const failed = { ...nothing, spent, net: -spent, netThere: -spent }
  if (end === 'reverted') return { end, block, ...failed, cause: block?.fault }
  const kept = BigInt(block?.kept ?? settlement.kept)
  const owed = BigInt(block?.owed ?? 0)
  const ownThere = BigInt(block?.keptThere ?? kept) - BigInt(block?.owedThere ?? owed)
  const [net, netThere] = [kept - owed - spent, ownThere - spent]
  return { end, block, spent, kept, owed, net, netThere, cause: undefined }
}

/** Settlements of earlier versions were simulated on three blocks; the first one counts. */
function decidingBlock({ followed, deadlineBlock, endedAt }: ShadowResult) {
  if (!endedAt) return undefined
  return deadlineBlock === undefined ? followed[0] : followed.at(-1)
}

function endOf(
  { endedAt, privateUntilBlock = -1n, deadlineBlock, followed }: ShadowResult,
  block: FollowedBlock | undefined,
): ShadowEnd {
  if (!endedAt) return 'pending'
  if (!block || block.tooDear) return 'late'
  if (block.unplayed !== undefined) return 'unknown'
  if (block.fault === undefined) return 'mined'
  // One that failed while it was private is not made public.
  const failedBefore = deadlineBlock !== undefined && followed.at(-2)?.fault !== undefined
  const isPublic = BigInt(block.block) > privateUntilBlock && !failedBefore
  return isPublic ? 'reverted' : 'withdrawn'
}

/**
 * Returns by how much an order did better than through the pools of a block alone, in bps of what it received or paid: at
 * most 10,000, and negative if the pools were better. Undefined if there is nothing to compare with.
 */
export function advantageOf(
  { uid, kind, sellAmount, buyAmount }: ShadowTrade,
  block: FollowedBlock | undefined,
): number | undefined {
  const filled = block?.alone?.[uid]
  if (filled === undefined) return undefined
  const alone = BigInt(filled)
  const [worse, better] = kind === 'sell' ? [alone, BigInt(buyAmount)] : [BigInt(sellAmount), alone]
  return better > 0n ? Number(((better - worse) * 1_000_000n) / better) / 100 : undefined
}

/** Returns the median; undefined without values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** Sums of shadow settlements; amounts in wei. */
export type ShadowTotals = Readonly<Record<ShadowEnd, number>> & {
  /** All settlements that would have been sent. */
  readonly sent: number
  readonly spent: bigint
  readonly kept: bigint
  readonly owed: bigint
  readonly net: bigint
  readonly netThere: bigint
  /** The lowest net of a settlement that was mined or reverted, at the prices of its block, and its auction. */
  readonly worst: { readonly net: bigint; readonly auctionId: bigint } | undefined
  /** Number of reverted and withdrawn settlements by cause without its figures, the most frequent first. */
  readonly causes: readonly { readonly cause: string; readonly count: number }[]
  /** Median improvement per order of mined settlements over the pools alone, in bps. */
  readonly medianBps: number | undefined
}

/** Sums shadow settlements. */
export function sumShadows(settlements: readonly ShadowResult[]): ShadowTotals {
  const ends = { mined: 0, late: 0, reverted: 0, withdrawn: 0, unknown: 0, pending: 0 }
  const sums = { ...nothing }
  const causes = new Map<string, number>()
  const bps: number[] = []
  let worst: ShadowTotals['worst']
  for (const settlement of settlements) {
    const outcome = shadowOutcome(settlement)
    const { end, block, netThere, cause } = outcome
    ends[end] += 1
    for (const name of ['spent', 'kept', 'owed', 'net', 'netThere'] as const) {
      sums[name] += outcome[name]
    }
    if (block?.fault !== undefined && cause) {
      const kind = cause.replace(/\b(0x[0-9a-f]+|[0-9]+)\b/gi, '…')
      causes.set(kind, (causes.get(kind) ?? 0) + 1)
    }
    if (end !== 'mined' && end !== 'reverted') continue
    if (!worst || netThere < worst.net) {
      worst = { net: netThere, auctionId: settlement.auctionId }
    }
    bps.push(...settlement.trades.flatMap((trade) => advantageOf(trade, block) ?? []))
  }
  const counted = [...causes].map(([cause, count]) => ({ cause, count }))
  return {
    ...{ sent: settlements.length, ...ends, ...sums, worst, medianBps: median(bps) },
    causes: counted.sort((a, b) => b.count - a.count || a.cause.localeCompare(b.cause)),
  }
}

/** Returns the UTC day of a settlement, as `2026-11-27`. */
export function shadowDay({ createdAt }: Pick<ShadowResult, 'createdAt'>): string {
  return isoDate(toUnixSeconds(createdAt.getTime()))
}
