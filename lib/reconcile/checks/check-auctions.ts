import { readOrderChainStates } from '@/lib/auctions/build/read-order-chain-state'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import {
  type Auction,
  isolatedOrders,
  neededAmount,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { readHeader } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { payableOf } from '@/lib/orders/placement/funds-calls'
import {
  type Finding,
  type Found,
  joinFound,
  nothingFound,
  type Scan,
} from '@/lib/reconcile/invariant'
import {
  type ComparedSolution,
  listComparedSolutions,
} from '@/lib/settlements/auctioneer/settled-solution-query'
import { checkSolution } from '@/lib/settlements/verification/find-violations'
import {
  type CheckedAuction,
  listAuctionsById,
  listIneligible,
  listNewestAuctions,
} from './auction-query'

/** Auctions in a sample, and in a complete check: a day has more on no network. */
const sampleSize = 3
const maxAuctions = 50_000
const dayMs = 25 * 60 * 60 * 1_000
/** Blocks whose states every node still has. */
const stateBlocks = 100n
/** Milliseconds that pass at most between the reading of orders and the storing of their auction. */
const solveMs = 30_000
/** Orders of an auction whose funds a sample reads again: one request. */
const maxOrders = 100

/**
 * Checks auctions that had a winner. At the state of the auction's block, where a node still has it: no order was ended,
 * unsigned or banned, or one that its owner could not pay for alone, and no settlement draws more than an owner can pay (7).
 * Stored scores and prices follow from the stored orders, and no solution that was left out is better than all winners (9).
 */
export async function checkAuctions(ctx: Context, scan: Scan): Promise<Found> {
  const { chainId, scope, again, signal } = scan
  const since = new Date(ctx.now() - dayMs)
  const limit = scope === 'sample' ? sampleSize : maxAuctions
  const newest = await listNewestAuctions(ctx.db, { chainId, since, limit })
  const named = await listAuctionsById(ctx.db, chainId, (again.get('auction') ?? []).map(BigInt))
  const auctions = [...new Map([...newest, ...named].map((one) => [one.id, one])).values()]
  if (auctions.length === 0) return nothingFound
  const head = await newestHead(ctx, chainId)
  const found: Found[] = []
  for (const auction of auctions) {
    if (signal.aborted) break
    const hasState =
      auction.blockNumber <= head.number && head.number - auction.blockNumber < stateBlocks
    found.push(await checkAuction(ctx, { chainId, auction, hasState }))
  }
  return joinFound(found)
}

type Examined = {
  readonly chainId: number
  readonly auction: CheckedAuction
  readonly hasState: boolean
}

async function checkAuction(
  ctx: Context,
  { chainId, auction, hasState }: Examined,
): Promise<Found> {
  const input = await findAuctionInput(ctx.db, auction.id)
  if (!input) return nothingFound
  const solutions = await listComparedSolutions(ctx.db, auction.id)
  const subject = `auction ${auction.id}`
  const findings = findScoreFindings(input.auction, solutions, subject)
  if (hasState) {
    const { hash } = await readHeader(ctx.chain(chainId), auction.blockNumber)
    // The state of a dropped block is gone.
    if (hash === auction.blockHash)
      findings.push(
        ...(await findFundsFindings(ctx, { auction, input: input.auction, solutions, subject })),
      )
  }
  return { items: 1, findings }
}

/** Returns what is wrong with the scores and prices of an auction's stored solutions. */
export function findScoreFindings(
  auction: Auction,
  solutions: readonly ComparedSolution[],
  subject: string,
): Finding[] {
  const orders = indexOrders(auction)
  const findings: Finding[] = []
  for (const solution of solutions) {
    // A rerun left orders out: solutions with them were scored before.
    if (!solution.orders.every(({ uid }) => orders.has(uid))) continue
    const [violation] = checkSolution(auction, solution, orders)
    if (violation) {
      const detail = `solution ${solution.ranking}: ${violation.invariant}, ${violation.detail}`
      findings.push({ invariant: 9, subject, detail })
    }
  }
  const isolated = isolatedOrders(auction)
  const total = solutions
    .filter(({ isWinner }) => isWinner)
    .reduce((sum, { score }) => sum + score, 0n)
  // Joint prices of merged winners round a little differently.
  const max = total + total / 1_000n
  const better = solutions.find(
    ({ isWinner, filteredOut, score, orders: traded }) =>
      !isWinner && !filteredOut && score > max && !traded.some(({ uid }) => isolated.has(uid)),
  )
  if (better) {
    const detail = `solution ${better.ranking} scores ${better.score}, all winners ${total}`
    findings.push({ invariant: 9, subject, detail })
  }
  return findings
}

type Funded = {
  readonly auction: CheckedAuction
  readonly input: Auction
  readonly solutions: readonly ComparedSolution[]
  readonly subject: string
}

async function findFundsFindings(
  ctx: Context,
  { auction, input, solutions, subject }: Funded,
): Promise<Finding[]> {
  const { chainId, timestamp } = input
  const settled = new Set(
    solutions
      .filter(({ isWinner }) => isWinner)
      .flatMap(({ orders }) => orders.map(({ uid }) => uid)),
  )
  const orders = input.orders
    .toSorted((a, b) => Number(settled.has(b.uid)) - Number(settled.has(a.uid)))
    .slice(0, Math.max(maxOrders, settled.size))
  const states = await readOrderChainStates(ctx, {
    chainId,
    blockNumber: auction.blockNumber,
    orders,
  })
  const findings: Finding[] = []
  const add = (uid: Hex, why: string) =>
    void findings.push({ invariant: 7, subject, detail: `order ${uid}: ${why}` })
  const uids = orders.map(({ uid }) => uid)
  // Orders were read after the block, and well before the auction was stored.
  const at = new Date(Math.min(timestamp * 1_000, auction.createdAt.getTime() - solveMs))
  for (const { uid, why } of await listIneligible(ctx.db, uids, { at, timestamp })) add(uid, why)
  for (const { uid, order: tightened, charge } of orders) {
    const order = charge?.signed ?? tightened
    const state = states.get(uid)
    if (!state || state.isUnconfirmed) continue
    if (state.isUnsigned || (order.signingScheme === 'presign' && !state.presigned))
      add(uid, 'it was not signed')
    const remaining = wholeAmount(order) - state.filled
    if (remaining <= 0n) add(uid, 'nothing of it was left')
    else if (payableOf(state.funds) < neededAmount(order, remaining))
      add(uid, `its owner could pay ${payableOf(state.funds)}`)
  }
  for (const [transactionId, parts] of groupBy(
    solutions.filter((one) => one.transactionId !== undefined),
    (one) => one.transactionId,
  )) {
    for (const { uid, drawn, payable } of overdrawn(input, parts, states))
      add(uid, `transaction ${transactionId} draws ${drawn} of ${payable}`)
  }
  return findings
}

type States = Awaited<ReturnType<typeof readOrderChainStates>>

/** Returns an order of each owner and source from which a transaction draws more than there is. Hooks may add to it. */
function overdrawn(auction: Auction, parts: readonly ComparedSolution[], states: States) {
  const orders = indexOrders(auction)
  const draws = parts.flatMap(({ orders: traded }) =>
    traded.flatMap(({ uid, sellAmount }) => {
      const entry = orders.get(uid)
      const state = states.get(uid)
      if (!entry || !state) return []
      const { owner, sellToken, sellTokenBalance: source } = entry.order
      const hasHooks = entry.interactions.pre.length > 0
      return [{ uid, hasHooks, key: `${owner} ${sellToken} ${source}`, sellAmount, state }]
    }),
  )
  return [...groupBy(draws, ({ key }) => key).values()].flatMap((own) => {
    const [first] = own
    const drawn = own.reduce((sum, { sellAmount }) => sum + sellAmount, 0n)
    if (!first || own.some(({ hasHooks }) => hasHooks)) return []
    const payable = payableOf(first.state.funds)
    return drawn > payable ? [{ uid: first.uid, drawn, payable }] : []
  })
}
