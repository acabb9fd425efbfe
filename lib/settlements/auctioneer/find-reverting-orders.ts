import { encodeFunctionData } from 'viem'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { estimateGas, type Solution, type SolutionTrade } from '@/lib/auctions/model/solution'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import {
  type BoundedSimulation,
  boundedSimulation,
  type SimulatedCall,
} from '@/lib/chain/simulation/bounded-simulation'
import { orderCalleesOf } from '@/lib/chain/simulation/order-calls'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { eip7825Gas } from '@/lib/core/networks/network'
import { findHolder, isVaultPool, type Pool, tokensOf } from '@/lib/liquidity/pool'
import { routeSettlement } from '@/lib/routing/encode-route'
import { planSettlement } from '@/lib/settlements/submission/settlement-plan'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import type { CompetitionRound } from './competition-round'

type Held = Pick<CompetitionRound, 'auction' | 'auctionId'> & {
  /** The block to simulate on, if the node has its state; default the newest. */
  readonly blockNumber?: bigint | undefined
}

/** An order as a solution trades it. */
type Probe = {
  readonly entry: AuctionOrder
  readonly trade: SolutionTrade
  readonly solution: Solution
}

/**
 * Maximum number of orders tested, five times what one transaction holds, and of concurrent requests, as many as public
 * nodes accept.
 */
const maxProbed = 250
const atOnce = 6

/**
 * Gas of the calls of one request: the largest transaction, less the gas around them. An order may use twice its
 * estimate plus half a million for signature and hooks; a lending pool pays out with far less than its share.
 */
const gasPerRequest = eip7825Gas - 1_000_000n
const spareGas = 500_000n
const loanGas = 200_000n
/** One pool of each kind (Uniswap V2 and V3, the vault) lends. */
const loansGas = 3n * loanGas

/** Maximum size of a request's answers and logs, in bytes: far more than 250 honest orders log. */
const answerBytes = 524_288

/**
 * Finds orders that fail in any settlement: by their signature, the owner's or receiver's transfers, their tokens or
 * their hooks. Each order is simulated alone, at the prices of its solution and without a route; pools only
 * lend the bought amount. Tests the first 250 orders. If the node does not answer, or no pool can lend, no order is
 * blamed.
 */
export async function findRevertingOrders(
  ctx: Context,
  round: Held,
  solutions: readonly Solution[],
): Promise<ReadonlySet<Hex>> {
  const requests = intoRequests(listProbes(round.auction, solutions))
  const failing: Hex[] = []
  for (let start = 0; start < requests.length; start += atOnce) {
    const wave = requests.slice(start, start + atOnce)
    const found = await Promise.all(wave.map((probes) => simulateProbes(ctx, round, probes)))
    failing.push(...found.flat())
  }
  return new Set(failing)
}

function listProbes(auction: Auction, solutions: readonly Solution[]): Probe[] {
  const orders = indexOrders(auction)
  const probes = new Map<Hex, Probe>()
  for (const solution of solutions) {
    for (const trade of solution.trades) {
      const entry = orders.get(trade.uid)
      if (entry && !probes.has(trade.uid)) probes.set(trade.uid, { entry, trade, solution })
    }
  }
  return [...probes.values()].slice(0, maxProbed)
}

/** The request's gas suffices even if each of its orders uses its whole allowance. */
function intoRequests(probes: readonly Probe[]): Probe[][] {
  const requests: Probe[][] = []
  let left = 0n
  for (const probe of probes) {
    const gas = gasOf(probe) + loansGas
    if (gas > left) {
      requests.push([])
      left = gasPerRequest
    }
    requests.at(-1)?.push(probe)
    left -= gas
  }
  return requests
}

/** An answer that is too long, or an error of the simulation, is one order's fault: bisect. */
async function simulateProbes(ctx: Context, round: Held, probes: readonly Probe[]): Promise<Hex[]> {
  const { chainId } = round.auction
  const loans = loansFor(round.auction, probes)
  const settlements = probes.map((probe) => toCall(ctx, round, probe))
  const calls = [...loans.map(({ call }) => call), ...settlements]
  let outcomes: Awaited<ReturnType<typeof boundedSimulation>>
  try {
    outcomes = await simulate(ctx, round, { chainId, calls, answerBytes })
  } catch (error) {
    ctx.log.warn({ chainId, error }, 'orders not simulated individually')
    return []
  }
  if (!outcomes) return simulateHalves(ctx, round, probes)
  const borrowed = new Set(loans.flatMap(({ token }, i) => (outcomes[i]?.succeeded ? [token] : [])))
  return probes.flatMap((probe, i) => {
    const isDone = outcomes[loans.length + i]?.succeeded === true
    return isDone || !borrowed.has(boughtToken(round.auction, probe)) ? [] : [probe.trade.uid]
  })
}

/** Simulates on the round's block, or on the newest if the node has pruned that state. */
async function simulate(ctx: Context, { blockNumber }: Held, simulation: BoundedSimulation) {
  if (blockNumber === undefined) return boundedSimulation(ctx, simulation)
  return boundedSimulation(ctx, { ...simulation, blockNumber }).catch(() =>
    boundedSimulation(ctx, simulation),
  )
}

async function simulateHalves(ctx: Context, round: Held, probes: readonly Probe[]): Promise<Hex[]> {
  const [only, ...others] = probes
  if (!only) return []
  if (others.length === 0) return [only.trade.uid]
  const half = Math.ceil(probes.length / 2)
  const halves = [probes.slice(0, half), probes.slice(half)]
  return (await Promise.all(halves.map((part) => simulateProbes(ctx, round, part)))).flat()
}

function toCall(ctx: Context, { auction, auctionId }: Held, probe: Probe): SimulatedCall {
  const { trade, solution, entry } = probe
  const { sellToken, buyToken } = entry.order
  const prices = [sellToken, buyToken].map(
    (token) => [token, solution.clearingPrices.get(token) ?? 0n] as const,
  )
  const alone = { ...solution, clearingPrices: new Map(prices), trades: [trade], routes: [] }
  const where = routeSettlement(ctx, auction.chainId)
  const callees = orderCalleesOf(ctx, auction.chainId)
  const plan = planSettlement({ auction, solution: alone, auctionId, where, callees })
  const data = encodeSettlement(plan)
  const to = auction.settlementContract
  return { from: solverAddress(ctx, auction.chainId), to, data, gas: gasOf(probe) }
}

function gasOf({ entry }: Probe): bigint {
  const gas = 2n * estimateGas([entry], []) + spareGas
  const max = gasPerRequest - loansGas
  return gas < max ? gas : max
}

function boughtToken({ wrappedNative }: Auction, { entry }: Probe): Address {
  return asErc20(entry.order.buyToken, { wrappedNative })
}

type Loan = { readonly token: Address; readonly call: SimulatedCall }

/** Pools lend the buy amounts to the settlement contract; the deepest pool of each kind tries. */
function loansFor(auction: Auction, probes: readonly Probe[]): Loan[] {
  const amounts = new Map<Address, bigint>()
  for (const probe of probes) {
    const token = boughtToken(auction, probe)
    amounts.set(token, (amounts.get(token) ?? 0n) + probe.trade.buyAmount)
  }
  const args = (amount: bigint) => [auction.settlementContract, amount] as const
  return [...amounts].flatMap(([token, amount]) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: args(amount) })
    return lendersOf(auction.pools, token).map((from) => ({
      token,
      call: { from, to: token, data, gas: loanGas },
    }))
  })
}

function lendersOf(pools: readonly Pool[], token: Address): readonly Address[] {
  const deepest = new Map<string, Pool>()
  for (const pool of pools) {
    if (!tokensOf(pool).includes(token)) continue
    const kind = isVaultPool(pool) ? 'vault' : pool.protocol
    const other = deepest.get(kind)
    if (!other || depthOf(pool, token) > depthOf(other, token)) deepest.set(kind, pool)
  }
  return [...deepest.values()].flatMap((pool) => findHolder([pool], token) ?? [])
}

function depthOf(pool: Pool, token: Address): bigint {
  switch (pool.protocol) {
    case 'uniswap-v2':
      return token === pool.token0 ? pool.reserve0 : pool.reserve1
    case 'uniswap-v3':
      return pool.liquidity
    // The vault holds the tokens of all its pools.
    case 'balancer-weighted':
    case 'balancer-stable':
      return 0n
  }
}
