import { knownContracts, runsOf, untrustedContracts } from '@/lib/auctions/build/revert-risk'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { Auction } from '@/lib/auctions/model/auction'
import {
  balanceSolution,
  indexOrders,
  usageOf,
  valueLedger,
  valueSold,
} from '@/lib/auctions/model/ledger'
import type { Solution, SolutionRoute } from '@/lib/auctions/model/solution'
import { type DataFee, readDataFee } from '@/lib/chain/data-fee'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { type GasMarket, readGasMarket } from '@/lib/chain/gas-market'
import { orderCalleesOf } from '@/lib/chain/simulation/order-calls'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ceilDiv, maxAmount, maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { StandingAllowances } from '@/lib/liquidity/approvals'
import { routeSettlement } from '@/lib/routing/encode-route'
import { untrustedIn } from '@/lib/routing/graph/untrusted'
import type { CompetitionRound } from '@/lib/settlements/auctioneer/competition-round'
import { settlementGasLimit } from './gas-limit'
import { grantsOf, planSettlement } from './settlement-plan'
import { readSolverHead, type SolverHead, simulateSettlement } from './simulate-settlement'
import { giveSlack } from './slack'
import { type Fees, solverAddress } from './solver-account'
import { readStandingAllowances } from './standing-allowances'
import { maxFeeOf, offerFees } from './transaction-fees'

/** A settlement that passes simulation now. */
export type PreparedSettlement = {
  readonly callData: Hex
  /** Gas limit and fees of the transaction. */
  readonly gas: bigint
  readonly fees: Fees
  /** Maximum fee per gas for replacements, in wei. */
  readonly maxFee: bigint
  /** Gas used in the simulation, and the simulated block. */
  readonly usedGas: bigint
  readonly blockNumber: bigint
  /** Wei at the auction's prices: what its orders sell, and its profit. */
  readonly value: bigint
  readonly kept: bigint
  /** The part of the profit that is lost if every hop pays only its minimum, in wei. */
  readonly slack: bigint
  /** Its hops with slack: exact inputs and minimum outputs. */
  readonly routes: readonly SolutionRoute[]
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
 * its gas and the network's fee for its data: the gas used, or the gas limit if untrusted code runs. Profit beyond that
 * lets its hops pay less than simulated ({@link giveSlack}).
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function prepareSettlement(
  ctx: Context,
  place: Place,
  solution: Solution,
): Promise<PreparedSettlement | SettlementFault> {
  const { auction } = place
  const { chainId } = auction
  const where = routeSettlement(ctx, chainId)
  const [{ head, market }, standing] = await Promise.all([
    readMarketHead(ctx, chainId),
    readStandingAllowances(ctx, chainId, grantsOf({ auction, solution, where })),
  ])
  const offered = offerFees(market, maxFeeOf(ctx, chainId, 1n))
  if (!offered) return { fault: { code: 'gasTooDear' } }
  const isUntrusted = runsUntrusted(ctx, auction, solution)
  const terms = { solution, standing, offered, isUntrusted, head }
  const kept = valueLedger(auction, balanceSolution(auction, solution))
  const paysGas = auction.costCoverBps > 0n
  const budgetFor = (gas: bigint, fee: bigint) =>
    paysGas ? minAmount(slackBudget(kept - fee, gas, market), maxSlippageOf(ctx, chainId)) : 0n
  const estimate = paidGas(ctx, chainId, { gas: solution.gas, isUntrusted: terms.isUntrusted })
  const { bytes } = usageOf(auction, solution)
  let budget = budgetFor(estimate, bytes * (auction.bytePrice ?? 0n))
  for (let attempt = 0; ; attempt += 1) {
    const trial = await simulateWithSlack(ctx, place, { ...terms, budget })
    if ('fault' in trial) return trial
    const { gas, slack, routes, simulation, callData, tokens, dataFee } = trial
    const paid = terms.isUntrusted ? gas : simulation.gas + dataFee.gas
    const breakEven = paysGas ? maxAmount(0n, kept - dataFee.wei - slack) / paid : maxUint256
    const maxFee = minAmount(maxFeeOf(ctx, chainId, gas), breakEven)
    const fees = offerFees(market, maxFee)
    if (!fees && slack > 0n) {
      // It uses more gas than estimated, and covering that takes precedence over slack.
      budget = attempt === 0 ? budgetFor(paid, dataFee.wei) : 0n
      continue
    }
    if (!fees) {
      const figures = { maxFee: String(maxFee), gas: String(paid) }
      return {
        fault: { code: 'unprofitable', ...figures },
        unpaidGas: gasToCover(auction, solution, { paidGas: paid, dataFee }),
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
      slack,
      routes,
      tokens,
      orderUids: solution.trades.map(({ uid }) => uid),
    }
  }
}

type MarketHead = { readonly head: SolverHead; readonly market: GasMarket }

/** The block on which a settlement is simulated also determines its fees. */
async function readMarketHead(ctx: Context, chainId: number): Promise<MarketHead> {
  const { client, network } = ctx.chain(chainId)
  const head = await readSolverHead(client, { from: solverAddress(ctx, chainId) }).catch(
    (cause) => {
      throw dependencyDown(network.title, cause)
    },
  )
  return { head, market: await readGasMarket(ctx, chainId, head.block) }
}

type Trial = {
  readonly solution: Solution
  readonly head: SolverHead
  readonly standing: StandingAllowances
  readonly offered: Fees
  readonly isUntrusted: boolean
  /** Wei that slack may cost. */
  readonly budget: bigint
}

async function simulateWithSlack(
  ctx: Context,
  { auction, auctionId, earlier }: Place,
  { solution, standing, offered, isUntrusted, head, budget }: Trial,
) {
  const { chainId } = auction
  const where = routeSettlement(ctx, chainId)
  const bps = auction.costCoverBps > 0n ? ctx.config.slippageBps : 0
  const { routes, given } = giveSlack(auction, solution, { bps, budget })
  const plan = planSettlement({
    auction,
    solution: { ...solution, routes },
    auctionId,
    where,
    callees: orderCalleesOf(ctx, chainId),
    standing,
  })
  const callData = encodeSettlement(plan)
  const tokens = tokensOf(auction, solution)
  const simulation = await simulateSettlement(ctx, {
    chainId,
    from: solverAddress(ctx, chainId),
    callData,
    fees: offered,
    tokens,
    earlier,
    head,
  })
  if ('fault' in simulation) return simulation
  const dataFee = await readDataFee(ctx, chainId, { callData, gas: simulation.gas })
  const gas = settlementGasLimit(plan, simulation.gas, {
    runsUntrusted: isUntrusted,
    dataGas: dataFee.gas,
    maxGas: ctx.chain(chainId).network.maxTransactionGas,
  })
  return { gas, slack: given, routes, simulation, callData, tokens, dataFee }
}

function tokensOf({ wrappedNative }: Auction, { clearingPrices, routes }: Solution): Address[] {
  const hops = routes.flatMap((route) => route.hops)
  const traded = hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])
  return [...new Set([wrappedNative, ...clearingPrices.keys(), ...traded])]
}

type Estimate = { readonly gas: bigint; readonly isUntrusted: boolean }

/** The gas that a settlement must cover, from its estimate. */
function paidGas(ctx: Context, chainId: number, { gas, isUntrusted }: Estimate): bigint {
  if (!isUntrusted) return gas
  const noHooks = { interactions: { pre: [], intra: [], post: [] } }
  const maxGas = ctx.chain(chainId).network.maxTransactionGas
  return settlementGasLimit(noHooks, gas, { runsUntrusted: true, dataGas: 0n, maxGas })
}

/** Slack gets at least one part in this many of the profit beyond the next block's fee, however small that is. */
const slackParts = 4n

/**
 * Slack gets at least one part in this many of the whole profit, gas or not: some atoms, so that a swap of dust in front
 * reverts nothing, and no more than a ten-thousandth of what gas may cost.
 */
const dustParts = 10_000n

/**
 * Returns the wei of slack that a profit allows: what is left of it if the base fee rises by an eighth, its maximum per
 * block, after the next block; at least a quarter of what the next block leaves, and what dust needs.
 */
function slackBudget(kept: bigint, gas: bigint, { baseFee, tip }: GasMarket): bigint {
  const beyond = (fee: bigint) => maxAmount(kept - gas * fee, 0n)
  const left = maxAmount(beyond((baseFee * 9n) / 8n + tip), beyond(baseFee + tip) / slackParts)
  return maxAmount(left, maxAmount(kept, 0n) / dustParts)
}

function maxSlippageOf({ config }: Context, chainId: number): bigint {
  return config.maxSlippage.get(chainId) ?? 0n
}

type Required = { readonly paidGas: bigint; readonly dataFee: DataFee }

/**
 * Returns the gas that a solution has to cover, comparable with its estimate. Of the data fee, only the excess over the
 * fee of the estimated bytes counts, at the auction's gas price.
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
    return entry !== undefined && untrustedContracts(runsOf(entry), known).length > 0
  })
  const pools = routes.flatMap(({ hops }) => hops.map(({ pool }) => pool))
  return isOfOrder || untrustedIn(pools, known).length > 0
}
