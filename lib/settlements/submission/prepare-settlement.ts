import { knownContracts, untrustedContracts } from '@/lib/auctions/build/revert-risk'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { Auction } from '@/lib/auctions/model/auction'
import {
  balanceSolution,
  indexOrders,
  usageOf,
  valueLedger,
  valueSold,
} from '@/lib/auctions/model/ledger'
import type { Solution } from '@/lib/auctions/model/solution'
import { type DataFee, readDataFee } from '@/lib/chain/data-fee'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { readGasMarket } from '@/lib/chain/gas-market'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ceilDiv, maxAmount, maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { routeSettlement } from '@/lib/routing/encode-route'
import { untrustedIn } from '@/lib/routing/graph/untrusted'
import type { CompetitionRound } from '@/lib/settlements/auctioneer/competition-round'
import { settlementGasLimit } from './gas-limit'
import { planSettlement } from './settlement-plan'
import { simulateSettlement } from './simulate-settlement'
import { type Fees, solverAddress } from './solver-account'
import { maxFeeOf, offerFees } from './transaction-fees'

/** A settlement that passes simulation now. */
export type PreparedSettlement = {
  readonly callData: Hex
  /** Gas limit and fees of the transaction. */
  readonly gas: bigint
  readonly fees: Fees
  /** Maximum fee per gas for replacements, in wei. */
  readonly maxFee: bigint
  /** Gas used in the simulation, with that for data, and the simulated block. */
  readonly usedGas: bigint
  readonly blockNumber: bigint
  /** Wei at the auction's prices: what its orders sell, and its profit. */
  readonly value: bigint
  readonly kept: bigint
  /** All tokens that it touches. */
  readonly tokens: readonly Address[]
  readonly orderUids: readonly Hex[]
}

/** Why a settlement is not sent. */
export type SettlementFault = {
  readonly fault: BidFault
  /** If it does not cover its gas: the missing gas. */
  readonly unpaidGas?: bigint
}

type Place = Pick<CompetitionRound, 'auction' | 'auctionId'> & {
  /** Calldata of earlier settlements that are not mined yet. */
  readonly earlier?: readonly Hex[]
}

/**
 * Encodes a solution and simulates it at the head. Returns the reason if it reverts, or if its profit does not cover
 * its gas and the network's fee for its data: the gas used, or the gas limit if untrusted code runs.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function prepareSettlement(
  ctx: Context,
  { auction, auctionId, earlier }: Place,
  solution: Solution,
): Promise<PreparedSettlement | SettlementFault> {
  const { chainId } = auction
  const where = routeSettlement(ctx, chainId)
  const plan = planSettlement({ auction, solution, auctionId, where })
  const callData = encodeSettlement(plan)
  const hops = solution.routes.flatMap((route) => route.hops)
  const market = await readGasMarket(ctx, chainId)
  const offered = offerFees(market, maxFeeOf(ctx, chainId, 1n))
  if (!offered) return { fault: { code: 'gasTooDear' } }
  const tokens = [
    auction.wrappedNative,
    ...solution.clearingPrices.keys(),
    ...hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
  ]
  const simulation = await simulateSettlement(ctx, {
    chainId,
    from: solverAddress(ctx),
    callData,
    fees: offered,
    tokens,
    earlier,
  })
  if ('fault' in simulation) return simulation
  const isUntrusted = runsUntrusted(ctx, auction, solution)
  const dataFee = await readDataFee(ctx, chainId, { callData, gas: simulation.gas })
  const gas = settlementGasLimit(plan, simulation.gas, {
    runsUntrusted: isUntrusted,
    dataGas: dataFee.gas,
    maxGas: ctx.chain(chainId).network.maxTransactionGas,
  })
  const paidGas = isUntrusted ? gas : simulation.gas + dataFee.gas
  const kept = valueLedger(auction, balanceSolution(auction, solution))
  const breakEven =
    auction.costCoverBps === 0n ? maxUint256 : maxAmount(0n, kept - dataFee.wei) / paidGas
  const maxFee = minAmount(maxFeeOf(ctx, chainId, gas), breakEven)
  const fees = offerFees(market, maxFee)
  if (!fees) {
    const figures = { maxFee: String(maxFee), gas: String(paidGas) }
    return {
      fault: { code: 'unprofitable', ...figures },
      unpaidGas: gasToCover(auction, solution, { paidGas, dataFee }),
    }
  }
  return {
    callData,
    fees,
    maxFee,
    gas,
    usedGas: simulation.gas + dataFee.gas,
    blockNumber: simulation.blockNumber,
    value: valueSold(auction, solution),
    kept,
    tokens: [...new Set(tokens)],
    orderUids: solution.trades.map(({ uid }) => uid),
  }
}

type Required = { readonly paidGas: bigint; readonly dataFee: DataFee }

/**
 * Returns the gas that a solution has to cover, comparable with its estimate: the data fee counts by what exceeds that of
 * the estimated bytes, at the auction's gas price.
 */
function gasToCover(auction: Auction, solution: Solution, { paidGas, dataFee }: Required): bigint {
  const { gasPrice, bytePrice = 0n } = auction
  if (gasPrice === 0n) return paidGas
  const { bytes } = usageOf(auction, solution)
  const fee = dataFee.wei + dataFee.gas * gasPrice
  return paidGas - dataFee.gas + ceilDiv(maxAmount(0n, fee - bytes * bytePrice), gasPrice)
}

/** Returns whether an order of a solution runs untrusted code, or its routes pass untrusted tokens. */
function runsUntrusted(ctx: Context, auction: Auction, { trades, routes }: Solution): boolean {
  const known = knownContracts(ctx, auction.chainId)
  const orders = indexOrders(auction)
  const isOfOrder = trades.some(({ uid }) => {
    const entry = orders.get(uid)
    const { interactions } = entry ?? {}
    return (
      entry &&
      interactions &&
      untrustedContracts({ ...entry.order, interactions }, known).length > 0
    )
  })
  const pools = routes.flatMap(({ hops }) => hops.map(({ pool }) => pool))
  return isOfOrder || untrustedIn(pools, known).length > 0
}
