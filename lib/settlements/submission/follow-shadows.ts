import { faultText } from '@/lib/auctions/competition/bid-fault'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Chain } from '@/lib/chain/chain'
import { readDataFeeAt } from '@/lib/chain/data-fee'
import { readHeadNumber } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { findRevertingOrders } from '@/lib/settlements/auctioneer/find-reverting-orders'
import { attemptBlocks } from './await-settlement'
import { compareMarket } from './shadow-market'
import {
  type FollowedBlock,
  listCallsBefore,
  listUnfollowed,
  type ShadowSettlement,
  saveFollowed,
} from './shadow-store'
import { simulateSettlement } from './simulate-settlement'
import { type Fees, solverAddress } from './solver-account'
import { replacementFees } from './transaction-fees'
import { withdrawAfter } from './watch-settlement'

/** A node without an archive keeps the state of 128 blocks; half of that leaves time for an outage. */
const keptBlocks = 64n
/** Followed settlements per round; the time limit below usually ends it first. */
const settlementsPerRound = 20
/** Simulations delay the round: what remains after this many milliseconds waits for the next one. */
const maxSimulationMs = 3_000
/** Blocks for which settlements of earlier versions, which have no deadline, are followed. */
const undatedBlocks = 3n

/** Ids of settlements whose last simulation failed. */
const failedShadows = defineSlot('settlements/failed-shadows', () => new Set<bigint>())

/**
 * Follows shadow settlements to the block that decides them: the first one whose base fee their fees would have paid
 * there. They are simulated on the state after it, as the last transaction of that block. An unreachable node delays
 * nothing: the settlement is simulated again in the next round, after the others.
 *
 * Costs a node two requests for all settlements, and about five per settlement besides its pools.
 */
export async function followShadows(ctx: Context, chainId: number): Promise<void> {
  const settlements = await listUnfollowed(ctx.db, { chainId, limit: settlementsPerRound })
  if (settlements.length === 0) return
  const failed = failedShadows(ctx)
  const failedBefore = new Set(failed)
  const untilMs = ctx.now() + maxSimulationMs
  const sequence = settlements.toSorted((a, b) => {
    return Number(failedBefore.has(a.id)) - Number(failedBefore.has(b.id))
  })
  let blocks: FollowedBlocks | undefined
  for (const settlement of sequence) {
    if (ctx.now() >= untilMs) return
    const { id, auctionId } = settlement
    try {
      blocks ??= await readBlocks(ctx.chain(chainId), settlements)
      await follow(ctx, settlement, blocks)
      failed.delete(id)
    } catch (error) {
      if (!isServiceError(error)) throw error
      failed.add(id)
      ctx.log.debug({ chainId, auctionId, error }, 'shadow settlement not simulated')
    }
  }
}

/** The blocks up to the head whose state the node should have. */
type FollowedBlocks = {
  readonly head: bigint
  /** Wei per gas by block. */
  readonly baseFees: ReadonlyMap<bigint, bigint>
}

/** Reads the base fees of all blocks after these settlements in one request. */
async function readBlocks(
  chain: Chain,
  settlements: readonly ShadowSettlement[],
): Promise<FollowedBlocks> {
  const head = await readHeadNumber(chain)
  const first = settlements.map(({ blockNumber }) => blockNumber).reduce(minAmount)
  const from = maxAmount(first + 1n, maxAmount(head - keptBlocks, 0n))
  if (from > head) return { head, baseFees: new Map() }
  const range = { blockNumber: head, blockCount: Number(head - from + 1n), rewardPercentiles: [] }
  const history = await chain.client.getFeeHistory(range).catch((cause) => {
    throw dependencyDown(chain.network.title, cause)
  })
  const baseFees = history.baseFeePerGas.map((fee, place): [bigint, bigint] => {
    return [history.oldestBlock + BigInt(place), fee]
  })
  return { head, baseFees: new Map(baseFees) }
}

/** Follows a settlement up to the head, or to the block that decides it, and stores what it finds. */
async function follow(
  ctx: Context,
  settlement: ShadowSettlement,
  { head, baseFees }: FollowedBlocks,
): Promise<void> {
  const { chainId, blockNumber, feeCap, maxFee, tip } = settlement
  const earlier = await listCallsBefore(ctx.db, settlement)
  const followed = [...settlement.followed]
  const deadline = settlement.deadlineBlock ?? blockNumber + undatedBlocks
  // Each settlement of an auction is sent once the previous one is mined.
  const first = blockNumber + 1n + BigInt(earlier.length)
  const raiseEvery = attemptBlocks(ctx.chain(chainId).network)
  let fees = offeredIn(followed) ?? { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }
  let block = followed.length > 0 ? BigInt(followed.at(-1)?.block ?? 0) + 1n : first
  let isDecided = block > deadline
  for (; !isDecided && block <= head; block += 1n) {
    const baseFee = baseFees.get(block)
    if (head - block > keptBlocks || baseFee === undefined) {
      followed.push({ block: Number(block), unplayed: 'its state was not kept' })
      isDecided = true
      break
    }
    if (block > first && (block - first) % raiseEvery === 0n) {
      fees = replacementFees(fees, { baseFee, tip }, feeCap ?? maxFee) ?? fees
    }
    if (fees.maxFeePerGas < baseFee + fees.maxPriorityFeePerGas) {
      addTooDear(followed, { block, baseFee, fees })
    } else {
      const input = { earlier, block, baseFee, fees }
      followed.push(await simulateFollowed(ctx, settlement, input))
      isDecided = decides(settlement, followed)
    }
    isDecided ||= block === deadline
  }
  if (!isDecided && followed.at(-1) === settlement.followed.at(-1)) return
  await saveFollowed(ctx.db, settlement, {
    followed,
    ...(isDecided ? { endedAt: new Date(ctx.now()) } : {}),
  })
}

/** The fees that were offered in the last block, if that was too expensive. */
function offeredIn(followed: readonly FollowedBlock[]): Fees | undefined {
  const last = followed.findLast(({ tooDear }) => tooDear)?.tooDear
  return last && { maxFeePerGas: BigInt(last.maxFee), maxPriorityFeePerGas: BigInt(last.tip) }
}

type Refused = { readonly block: bigint; readonly baseFee: bigint; readonly fees: Fees }

/** Adds a block that was too expensive; blocks in a row make one entry. */
function addTooDear(followed: FollowedBlock[], { block, baseFee, fees }: Refused): void {
  const last = followed.at(-1)?.tooDear
  if (last) followed.pop()
  const lowest = last ? minAmount(BigInt(last.baseFee), baseFee) : baseFee
  const tooDear = {
    since: last?.since ?? Number(block),
    baseFee: String(lowest),
    maxFee: String(fees.maxFeePerGas),
    tip: String(fees.maxPriorityFeePerGas),
  }
  followed.push({ block: Number(block), tooDear })
}

/**
 * Whether the last block decides. A public endpoint mines what reverts; a private one drops it, and the settlement is
 * withdrawn once it reverts on several heads in a row.
 */
function decides(
  { privateUntilBlock = -1n }: ShadowSettlement,
  followed: readonly FollowedBlock[],
): boolean {
  const last = followed.at(-1)
  if (last?.fault === undefined || BigInt(last.block) > privateUntilBlock) return true
  const recent = followed.slice(-withdrawAfter)
  return recent.length === withdrawAfter && recent.every(({ fault }) => fault !== undefined)
}

type Entry = Refused & {
  /** Calldata of the auction's settlements before it. */
  readonly earlier: readonly Hex[]
}

/** Simulates on one block. An error of the service itself is logged and not retried, since it would fail again. */
async function simulateFollowed(
  ctx: Context,
  settlement: ShadowSettlement,
  entry: Entry,
): Promise<FollowedBlock> {
  try {
    return await simulateIn(ctx, settlement, entry)
  } catch (error) {
    if (isServiceError(error)) throw error
    const { chainId, auctionId } = settlement
    const block = Number(entry.block)
    ctx.log.error({ chainId, auctionId, block, error }, 'shadow settlement not simulated')
    return { block, unplayed: 'internal error: see the log' }
  }
}

async function simulateIn(
  ctx: Context,
  settlement: ShadowSettlement,
  { earlier, block: number, baseFee, fees }: Entry,
): Promise<FollowedBlock> {
  const { chainId, auctionId, callData, tokens } = settlement
  const block = Number(number)
  const price = baseFee + fees.maxPriorityFeePerGas
  // The blocks that are simulated after this one may cost more; the fees were checked above.
  const maxFeePerGas = maxAmount(fees.maxFeePerGas, price * BigInt(2 + earlier.length))
  const simulated = await simulateSettlement(ctx, {
    ...{ chainId, from: solverAddress(ctx, chainId), callData, tokens, onBlock: number, earlier },
    fees: { ...fees, maxFeePerGas },
  })
  const auction = (await findAuctionInput(ctx.db, auctionId))?.auction
  const gasLimit = settlement.gasLimit ?? simulated.gas ?? 0n
  const executed = minAmount(simulated.gas ?? 0n, gasLimit)
  const dataFee = await readDataFeeAt(ctx, chainId, { callData, gas: gasLimit }, number)
  const gas = executed + dataFee.gas
  const paid = { block, price: String(price), gas: String(gas), dataFee: String(dataFee.wei) }
  const fault = faultOf(simulated, gasLimit)
  if (!auction) return fault === undefined ? paid : { ...paid, fault }
  const { changes } = 'fault' in simulated ? {} : simulated
  const there = { auction, block: number, gasPrice: price, changes: fault ? undefined : changes }
  const market = await compareMarket(ctx, settlement, there)
  if (fault === undefined) return { ...paid, ...market }
  const failingOrders = await findFailing(ctx, settlement, { auction, block: number })
  return { ...paid, ...market, fault, failingOrders }
}

/** Why it fails in that block; undefined: it succeeds. */
function faultOf(
  simulated: Awaited<ReturnType<typeof simulateSettlement>>,
  gasLimit: bigint,
): string | undefined {
  if ('fault' in simulated) return faultText(simulated.fault)
  if (simulated.gas <= gasLimit) return undefined
  return `out of gas: uses ${simulated.gas} of ${gasLimit}`
}

/** The orders that fail in that block alone, without pools. */
async function findFailing(
  ctx: Context,
  { auctionId, plan }: ShadowSettlement,
  { auction, block }: { readonly auction: Auction; readonly block: bigint },
): Promise<Hex[]> {
  if (!plan) return []
  const round = { auction, auctionId, blockNumber: block }
  const solution = { ...plan, solver: '', routes: [] }
  return [...(await findRevertingOrders(ctx, round, [solution]))]
}
