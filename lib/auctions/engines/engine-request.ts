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
import { tokensOf } from '@/lib/liquidity/pool'
import { describePool } from './engine-liquidity'

/** What solvers are told of a token besides its price. */
export type TokenFacts = {
  readonly decimals: number | undefined
  readonly symbol: string | undefined
}

/** A request to a solver engine, in the public format of `POST /solve`. */
export type EngineRequest = {
  readonly auctionId: bigint | undefined
  readonly auction: Auction
  readonly tokens: ReadonlyMap<Address, TokenFacts>
  /** When the answer has to be there, in milliseconds. */
  readonly deadlineMs: number
}

/**
 * The body of a request. Orders that cannot be executed now are left out, as are suspect ones, and others shown as far
 * as they can be: `sellAmount` and `buyAmount` are of that part, `full…` of the whole order. Orders for the native
 * token ask for the wrapped one. The settlement contract's own balances are not for solvers, so there is none of any
 * token.
 */
export function describeAuction(request: EngineRequest) {
  const { auction, auctionId, deadlineMs } = request
  return {
    id: auctionId === undefined ? null : String(auctionId),
    tokens: describeTokens(request),
    orders: auction.orders.flatMap((entry) => describeOrder(auction, entry) ?? []),
    liquidity: auction.pools.map((pool) => ({ id: pool.address, ...describePool(pool) })),
    effectiveGasPrice: String(auction.gasPrice),
    deadline: new Date(deadlineMs).toISOString(),
    surplusCapturingJitOrderOwners: [],
  }
}

/** The tokens that a request tells of: those of orders and of pools. */
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
    // Settlements take no flash loans, whatever the app data asks for.
    flashloanHint: null,
    signingScheme: order.signingScheme,
    signature: order.signature,
  }
}
