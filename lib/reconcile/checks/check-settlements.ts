import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import {
  type Finding,
  type Found,
  type Invariant,
  nothingFound,
  type Scan,
} from '@/lib/reconcile/invariant'
import { listSettledSolutions } from '@/lib/settlements/auctioneer/settled-solution-query'
import { findViolations, type Violation } from '@/lib/settlements/verification/find-violations'
import { readFacts } from '@/lib/settlements/verification/read-facts'
import { listMinedSettlements, type MinedSettlement } from './auction-query'

/** Settlements in a sample, each with a receipt to read; and in a complete check. */
const sampleSize = 3
const maxSettlements = 10_000
/** What complete checks a day apart examine. */
const dayMs = 25 * 60 * 60 * 1_000
/** Milliseconds after which a mined settlement must have been compared with its plan. */
const checkedAfterMs = 600_000
/** Receipts and states of older ones are pruned by some nodes. */
const readableMs = 600_000

const invariants: Readonly<Record<Violation['invariant'], Invariant>> = {
  limit: 4,
  'fill or kill': 2,
  'executed within signed': 1,
  'uniform price': 9,
  score: 9,
  'as stored': 9,
  buffers: 10,
}

/**
 * Checks mined settlements (10): each was compared with its plan, its receipt shows no loss of the settlement contract, and
 * what is booked is what the receipt shows.
 */
export async function checkMinedSettlements(ctx: Context, scan: Scan): Promise<Found> {
  const { chainId, scope, again, signal } = scan
  const limit = scope === 'sample' ? sampleSize : maxSettlements
  const ids = (again.get('settlement') ?? []).map(BigInt)
  const since = new Date(ctx.now() - dayMs)
  const rows = await listMinedSettlements(ctx.db, { chainId, since, limit, ids })
  if (rows.length === 0) return nothingFound
  const named = new Set(ids)
  const findings: Finding[] = []
  for (const row of rows) {
    if (signal.aborted) break
    const age = ctx.now() - row.createdAt.getTime()
    const subject = `settlement ${row.id}`
    if (!row.checkedAt && age > checkedAfterMs)
      findings.push({ invariant: 10, subject, detail: 'it was not compared with its plan' })
    if (age < readableMs || named.has(row.id))
      findings.push(...(await compareReceipt(ctx, { chainId, row, subject })))
  }
  return { items: rows.length, findings }
}

type Compared = {
  readonly chainId: number
  readonly row: MinedSettlement
  readonly subject: string
}

async function compareReceipt(
  ctx: Context,
  { chainId, row, subject }: Compared,
): Promise<Finding[]> {
  const solutions = await listSettledSolutions(ctx.db, row.id)
  const [first] = solutions
  const input = first && (await findAuctionInput(ctx.db, first.auctionId))
  // A refund has no auction.
  if (!input) return []
  const facts = await readFacts(ctx, { chainId, txHash: row.txHash })
  const violations = findViolations(input.auction, solutions, facts)
  const findings = violations.map(({ invariant, detail, subject: what }): Finding => {
    return { invariant: invariants[invariant], subject, detail: `${what}: ${detail}` }
  })
  const { wrappedNative } = input.auction
  const gains = new Map<Address, bigint>()
  for (const [token, amount] of facts.changes) {
    const erc20 = asErc20(token, { wrappedNative })
    gains.set(erc20, (gains.get(erc20) ?? 0n) + amount)
  }
  for (const { token, amount } of row.kept ?? []) {
    const gained = gains.get(token) ?? 0n
    if (gained === BigInt(amount)) continue
    const detail = `${amount} of ${token} are booked, the receipt shows ${gained}`
    findings.push({ invariant: 10, subject, detail })
  }
  return findings
}
