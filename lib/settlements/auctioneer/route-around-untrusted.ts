import { decodeFunctionData, parseTransaction } from 'viem'
import { runsOf, untrustedContracts } from '@/lib/auctions/build/revert-risk'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import { type Auction, throughBaseTokens, tradedPair } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import {
  type Participant,
  rankSolutions,
  scoreSolutions,
} from '@/lib/auctions/selection/run-auction'
import { routeOrders } from '@/lib/auctions/solvers/baseline-solver'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { tokensOf } from '@/lib/liquidity/pool'
import {
  penalize,
  retryWithoutUntrusted,
  trustedTokens,
} from '@/lib/routing/graph/intermediate-tokens'
import { knownTokens } from '@/lib/routing/graph/untrusted'
import { prepareSettlement } from '@/lib/settlements/submission/prepare-settlement'
import type { SettlementTransaction } from '@/lib/settlements/submission/transaction-store'
import type { CompetitionRound } from './competition-round'
import { listSettledSolutions } from './settled-solution-query'

/** The solver's name for a solution rerouted around untrusted contracts. */
export const fallbackSolver = 'base'

/**
 * Settles the only order of a rejected solution through base tokens if untrusted contracts on its route may be to blame:
 * intermediate tokens other than base tokens, and stable pools, which call rate providers. Returns undefined if there
 * are none, or if that fails too and the order itself is to blame.
 *
 * If it succeeds at the same block, these contracts are penalised, unless the order runs untrusted code, which could
 * fail on purpose.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function routeAroundUntrusted(
  ctx: Context,
  round: Pick<CompetitionRound, 'auction' | 'auctionId' | 'risk'>,
  { routes, trades }: Solution,
): Promise<Participant | undefined> {
  const { auction, risk } = round
  const { chainId } = auction
  const entry = auction.orders.find(({ uid }) => uid === trades[0]?.uid)
  if (!entry) return undefined
  const ends = Object.values(tradedPair(entry.order, auction.wrappedNative))
  const found = await retryWithoutUntrusted(ctx, {
    chainId,
    pools: routes.flatMap(({ hops }) => hops.map(({ pool }) => pool)),
    known: knownTokens(auction, ends),
    retry: async () => {
      const proposed = routeOrders(throughBaseTokens({ ...auction, orders: [entry] }))
      const [scored] = scoreSolutions(ctx, auction, { solver: fallbackSolver, proposed })
      const isFit = scored && !('fault' in (await prepareSettlement(ctx, round, scored.solution)))
      return isFit ? scored : undefined
    },
    isHarmless: async (trusted) => {
      const untrusted = untrustedContracts(runsOf(entry), new Set([...trusted, ...risk.known]))
      return untrusted.length === 0 && (await isHead(ctx, auction))
    },
  })
  return found && rankSolutions(auction, [found])[0]
}

/**
 * Penalises the untrusted intermediate tokens of a reverted settlement. Its orders count as reverted too: an owner who
 * withdraws the funds in time also makes a settlement revert.
 */
export async function penalizeIntermediates(
  ctx: Context,
  { id, chainId, rawTransaction }: Pick<SettlementTransaction, 'id' | 'chainId' | 'rawTransaction'>,
): Promise<void> {
  const solutions = await listSettledSolutions(ctx.db, id)
  const [settled] = solutions
  const input = settled && (await findAuctionInput(ctx.db, settled.auctionId))
  if (!input) return
  const { pools, orders, wrappedNative } = input.auction
  const uids = new Set(solutions.flatMap((solution) => solution.orders.map(({ uid }) => uid)))
  const traded = orders
    .filter(({ uid }) => uids.has(uid))
    .flatMap(({ order }) => Object.values(tradedPair(order, wrappedNative)))
  const known = new Set([...(await trustedTokens(ctx, chainId)), ...traded])
  const tokens = new Set(pools.flatMap(tokensOf).filter((token) => !known.has(token)))
  const called = addressesIn(rawTransaction)
  penalize(
    ctx,
    chainId,
    [...tokens].filter((token) => called.has(token)),
  )
}

/** Returns the targets of a signed settlement's interactions and the addresses among their ABI-encoded arguments. */
function addressesIn(rawTransaction: Hex): ReadonlySet<Address> {
  const { data = '0x' } = parseTransaction(rawTransaction)
  const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
  if (functionName !== 'settle') return new Set()
  return new Set(
    args[3]
      .flat()
      .flatMap(({ target, callData }) => [toAddress(target), ...addressWords(callData)]),
  )
}

/** Returns the words of a call's arguments that an address can be: 12 zero bytes, then 20. */
function addressWords(callData: Hex): readonly Address[] {
  const words = callData.slice(2 + 2 * 4).match(/.{64}/g) ?? []
  return words.flatMap((word) =>
    word.startsWith('0'.repeat(24)) ? [`0x${word.slice(24)}` as const] : [],
  )
}

/** Returns whether the auction's block is still the head; a later block may have moved the pools. */
async function isHead(ctx: Context, { chainId, blockNumber }: Auction): Promise<boolean> {
  return (await readHeadNumber(ctx.chain(chainId))) === blockNumber
}
