import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import type { SignedOrder } from '@/lib/core/order'
import { fixtureAuction, fixtureOrder } from './build-auction-fixture'
import { type RandomMarket, randomMarket, seededRandom } from './random-market'

type AuctionSize = {
  readonly seed: number
  readonly orders: number
  readonly tokens?: number
  readonly pools?: number
  /** Fractions of orders that are partially fillable, and that are buy orders. */
  readonly partial: number
  readonly buying?: number
  readonly further?: Partial<Auction>
}

/** Fraction of orders in rings of two to four orders of similar value. */
const ringed = 0.3

/** Maximum relative distance of limit prices from the market, on either side. */
const spread = 0.03

/** Value of an atom of native token in the unit of a market's prices. */
const native = 1e-18

/**
 * Generates an auction: orders worth 30 to 1,000 with limits around the market, 30 % of them in rings, and a market
 * (see {@link randomMarket}) whose deepest pools hold two million.
 */
export function randomAuction(size: AuctionSize): Auction {
  const { seed, tokens = 50, pools = 300 } = size
  const market = randomMarket({ seed, tokens, pools })
  const random = seededRandom(seed + 1)
  const pairs = drawPairs(random, { orders: size.orders, tokens })
  const orders = pairs.map((pair, index) => drawOrder(random, { size, market, pair, index }))
  const prices = new Map(
    market.tokens.map((token, k) => {
      return [token, BigInt(Math.round(((market.prices[k] as number) / native) * 1e18))] as const
    }),
  )
  const wrappedNative = market.tokens[0] as Address
  const baseTokens = [wrappedNative]
  return fixtureAuction(orders, market.pools, {
    prices,
    wrappedNative,
    baseTokens,
    ...size.further,
  })
}

type Pair = { readonly sell: number; readonly buy: number; readonly worth: number }

function drawPairs(
  random: () => number,
  { orders, tokens }: { readonly orders: number; readonly tokens: number },
): Pair[] {
  const pairs: Pair[] = []
  const other = (k: number) => (k + 1 + Math.floor(random() * (tokens - 1))) % tokens
  while (pairs.length < orders) {
    const worth = 10 ** (1.5 + 1.5 * random())
    const length = random() < ringed / 2 ? 2 + Math.floor(random() * 3) : 1
    const first = Math.floor(random() * tokens)
    let sell = first
    for (let i = 0; i < length && pairs.length < orders; i += 1) {
      const isLast = length > 1 && i === length - 1 && sell !== first
      const buy = isLast ? first : other(sell)
      pairs.push({ sell, buy, worth: worth * (0.9 + 0.2 * random()) })
      sell = buy
    }
  }
  return pairs
}

type Drawing = {
  readonly size: AuctionSize
  readonly market: RandomMarket
  readonly pair: Pair
  readonly index: number
}

function drawOrder(random: () => number, { size, market, pair, index }: Drawing): AuctionOrder {
  const { sell, buy, worth } = pair
  const limit = 1 + spread * (2 * random() - 1)
  const atoms = (token: number, value: number) =>
    BigInt(Math.ceil(value / (market.prices[token] as number)))
  const kind: SignedOrder['kind'] = random() < (size.buying ?? 0) ? 'buy' : 'sell'
  return fixtureOrder(index + 1, {
    sellToken: market.tokens[sell] as Address,
    buyToken: market.tokens[buy] as Address,
    sellAmount: atoms(sell, worth),
    buyAmount: atoms(buy, worth * limit),
    kind,
    partiallyFillable: random() < size.partial,
  })
}
