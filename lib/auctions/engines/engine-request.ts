import { formatUnits } from 'viem'
import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import { mulDiv, mulDivUp } from '@/lib/core/amount'
import { receiverOf } from '@/lib/core/order'
import { type ConcentratedPool, type Pool, tokensOf, type VaultPool } from '@/lib/liquidity/pool'
import { gasPriceWithBytes, poolGas } from '@/lib/liquidity/swap-pool'

/** Token data for solvers besides the price. */
export type TokenFacts = {
  readonly decimals: number | undefined
  readonly symbol: string | undefined
}

/** A solver engine request, in the public format of `POST /solve`. */
export type EngineRequest = {
  readonly auctionId: bigint | undefined
  readonly auction: Auction
  readonly tokens: ReadonlyMap<Address, TokenFacts>
  /** Deadline of the answer, in milliseconds. */
  readonly deadlineMs: number
}

/**
 * Builds the body of a request. Omits orders that are not executable now or isolated, and reduces others to their
 * executable part: `sellAmount` and `buyAmount` are of that part, `full…` of the whole order. Orders for the native
 * token ask for the wrapped one. Solvers may not use the settlement contract's balances, so they are reported as zero.
 */
export function describeAuction(request: EngineRequest) {
  const { auction, auctionId, deadlineMs } = request
  return {
    id: auctionId === undefined ? null : String(auctionId),
    tokens: describeTokens(request),
    orders: auction.orders.flatMap((entry) => describeOrder(auction, entry) ?? []),
    liquidity: auction.pools.map((pool) => ({ id: pool.address, ...describePool(pool) })),
    effectiveGasPrice: String(gasPriceWithBytes(auction.gasPrice, auction.bytePrice ?? 0n)),
    deadline: new Date(deadlineMs).toISOString(),
    surplusCapturingJitOrderOwners: [],
  }
}

/** Returns the tokens of the orders and pools. */
export function auctionTokens({ prices, pools }: Pick<Auction, 'prices' | 'pools'>): Address[] {
  return [...new Set([...prices.keys(), ...pools.flatMap(tokensOf)])]
}

function describeTokens({ auction, tokens }: EngineRequest) {
  return Object.fromEntries(
    auctionTokens(auction).map((address) => {
      const { decimals, symbol } = tokens.get(address) ?? {}
      const price = auction.prices.get(address)
      return [
        address,
        {
          decimals: decimals ?? null,
          symbol: symbol ?? null,
          referencePrice: price === undefined ? null : String(price),
          availableBalance: '0',
          trusted: false,
        },
      ]
    }),
  )
}

function describeOrder(auction: Auction, entry: AuctionOrder) {
  const { uid, order, interactions } = entry
  const executable = executableAmount(entry)
  if (executable === 0n || entry.isIsolated) return undefined
  const part = (amount: bigint) => mulDiv(amount, executable, wholeAmount(order))
  const isSell = order.kind === 'sell'
  const min = mulDivUp(order.buyAmount, executable, wholeAmount(order))
  const calls = (list: typeof interactions.pre) =>
    list.map(({ target, value, callData }) => ({ target, value: String(value), callData }))
  return {
    uid,
    ...tradedPair(order, auction.wrappedNative),
    sellAmount: String(isSell ? executable : part(order.sellAmount)),
    fullSellAmount: String(order.sellAmount),
    buyAmount: String(isSell ? min : executable),
    fullBuyAmount: String(order.buyAmount),
    feePolicies: [],
    validTo: order.validTo,
    kind: order.kind,
    receiver: receiverOf(order, order.owner),
    owner: order.owner,
    partiallyFillable: order.partiallyFillable,
    preInteractions: calls(interactions.pre),
    postInteractions: calls(interactions.post),
    sellTokenSource: order.sellTokenBalance,
    buyTokenDestination: order.buyTokenBalance,
    class: 'limit',
    appData: order.appData,
    // Settlements use no flash loans, even if the app data requests them.
    flashloanHint: null,
    signingScheme: order.signingScheme,
    signature: order.signature,
  }
}

/** A pool in the public solver engine format, without its id. */
function describePool(pool: Pool) {
  const facts = { address: pool.address, gasEstimate: String(poolGas[pool.protocol]) }
  switch (pool.protocol) {
    case 'uniswap-v2':
      return {
        kind: 'constantProduct',
        ...facts,
        router: pool.address,
        tokens: {
          [pool.token0]: { balance: String(pool.reserve0) },
          [pool.token1]: { balance: String(pool.reserve1) },
        },
        fee: formatUnits(BigInt(pool.feePpm), 6),
      }
    case 'uniswap-v3':
      return { kind: 'concentratedLiquidity', ...facts, ...describeTicks(pool) }
    case 'balancer-weighted':
      return {
        kind: 'weightedProduct',
        ...facts,
        ...describeVaultPool(pool, (index) => ({
          weight: fraction(pool.tokens[index]?.weight ?? 0n),
        })),
        version: pool.hasShortPowers ? 'v3Plus' : 'v0',
      }
    case 'balancer-stable':
      return {
        kind: 'stable',
        ...facts,
        ...describeVaultPool(pool, () => ({})),
        amplificationParameter: formatUnits(pool.amplification, 3),
      }
  }
}

function describeTicks(pool: ConcentratedPool) {
  const net = pool.ticks.map(({ tick, liquidityNet }) => [tick, String(liquidityNet)])
  return {
    router: pool.address,
    tokens: [pool.token0, pool.token1],
    sqrtPrice: String(pool.sqrtPriceX96),
    liquidity: String(pool.liquidity),
    tick: pool.tick,
    liquidityNet: Object.fromEntries(net),
    fee: formatUnits(BigInt(pool.feePpm), 6),
  }
}

function describeVaultPool(pool: VaultPool, further: (index: number) => object) {
  const tokens = pool.tokens.map(({ address, balance, scaling }, index) => [
    address,
    { balance: String(balance), scalingFactor: fraction(scaling), ...further(index) },
  ])
  return {
    balancerPoolId: pool.poolId,
    tokens: Object.fromEntries(tokens),
    fee: fraction(pool.swapFee),
  }
}

/** Formats a number with 18 decimals. */
function fraction(value: bigint): string {
  return formatUnits(value, 18)
}
