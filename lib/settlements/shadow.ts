import {
  findAuctionInput,
  type NewCompetition,
  saveCompetition,
} from '@/lib/auctions/competition-store'
import { valueLedger } from '@/lib/auctions/ledger'
import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { isServiceError } from '@/lib/core/errors'
import { asAuctioneer } from './as-auctioneer'
import { leaveOut } from './left-out'
import type { PreparedSettlement } from './prepare-settlement'
import {
  type FollowedBlock,
  insertShadowSettlement,
  listUnfollowed,
  type ShadowSettlement,
  saveFollowed,
} from './shadow-store'
import { simulateSettlement } from './simulate-settlement'
import { solverAddress } from './solver-account'

/** Whether settlements of a network are played and kept, and nothing is sent. */
export function isShadow({ config }: Pick<Context, 'config'>, chainId: number): boolean {
  return config.settleModes.get(chainId) === 'shadow'
}

type Rehearsal = {
  readonly competition: NewCompetition
  readonly first: PreparedSettlement
  /** The leader's fencing epoch. */
  readonly epoch: bigint
}

/**
 * Keeps an auction and the settlement that it would have sent. Its winners are given up, so that nobody takes them for
 * sent, and their orders rest for ten minutes.
 *
 * @throws {ServiceError} Conflict when another leads.
 */
export async function keepShadow(
  ctx: Context,
  { competition, first, epoch }: Rehearsal,
): Promise<void> {
  const { auctionId, input } = competition
  const { chainId, blockNumber } = input.auction
  const fault = 'SETTLE=shadow: nothing is sent'
  const solutions = competition.solutions.map((one) => (one.isWinner ? { ...one, fault } : one))
  const { callData, orderUids, tokens, usedGas: gas, value, kept, fees } = first
  await asAuctioneer(ctx, { chainId, epoch }, async (tx) => {
    await saveCompetition(tx, { ...competition, solutions })
    await insertShadowSettlement(tx, {
      ...{ chainId, auctionId, blockNumber, orderUids, callData, tokens, gas, value, kept },
      ...{ maxFee: fees.maxFeePerGas, tip: fees.maxPriorityFeePerGas },
      createdAt: new Date(ctx.now()),
    })
  })
  ctx.log.info({ chainId, auctionId, orderUids, gas, value, kept }, 'settled in shadow')
  leaveOut(ctx, chainId, { uids: orderUids, exclusion: { code: 'settlingOff' } })
}

/** Blocks after a would-be settlement that it is played on. */
const followedBlocks = 3
/** Nodes keep the state of some hundred blocks. */
const keptBlocks = 64n
const settlementsPerRound = 20

/**
 * Plays would-be settlements on the blocks that followed: whether they would still have gone through, and at what cost. A
 * node that does not answer, or has dropped a block's state, holds up nothing: they are played again in the next round.
 */
export async function followShadows(ctx: Context, chainId: number): Promise<void> {
  try {
    await playFollowing(ctx, chainId)
  } catch (error) {
    if (!isServiceError(error)) throw error
    ctx.log.debug({ chainId, error }, 'would-be settlements are not played')
  }
}

async function playFollowing(ctx: Context, chainId: number): Promise<void> {
  const settlements = await listUnfollowed(ctx.db, { chainId, limit: settlementsPerRound })
  if (settlements.length === 0) return
  const head = await readHeadNumber(ctx.chain(chainId))
  for (const settlement of settlements) {
    const followed = [...settlement.followed]
    for (;;) {
      const block = settlement.blockNumber + BigInt(followed.length + 1)
      if (followed.length === followedBlocks || block > head) break
      followed.push(await playOn(ctx, settlement, { block, isLost: head - block > keptBlocks }))
    }
    if (followed.length === settlement.followed.length) continue
    const isOver = followed.length === followedBlocks
    await saveFollowed(ctx.db, settlement, {
      followed,
      ...(isOver ? { endedAt: new Date(ctx.now()) } : {}),
    })
  }
}

type Wanted = { readonly block: bigint; readonly isLost: boolean }

async function playOn(
  ctx: Context,
  { chainId, auctionId, callData, tokens, maxFee, tip }: ShadowSettlement,
  { block: number, isLost }: Wanted,
): Promise<FollowedBlock> {
  const block = Number(number)
  if (isLost) return { block, fault: 'its state was not kept' }
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }
  const from = solverAddress(ctx)
  try {
    const input = { chainId, from, callData, fees, tokens, onBlock: number }
    const [played, { baseFeePerGas }] = await Promise.all([
      simulateSettlement(ctx, input),
      ctx.chain(chainId).client.getBlock({ blockNumber: number }),
    ])
    if ('fault' in played) return { block, fault: played.fault }
    const price = minAmount(maxFee, (baseFeePerGas ?? 0n) + tip)
    const held = await findAuctionInput(ctx.db, auctionId)
    const kept = held && { kept: String(valueLedger(held.auction, played.changes)) }
    return { block, price: String(price), gas: String(played.gas), ...kept }
  } catch (error) {
    // A reorganisation may have taken the block, which the node tells as an error.
    if (!isServiceError(error)) return { block, fault: 'its block is gone' }
    throw error
  }
}
