import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsAcross } from '@/lib/liquidity/pools/pool-store'
import { candleSeconds, startOfCandle, weekStep } from '@/lib/market/candles/candle'
import { readBarsOf } from '@/lib/market/candles/read-pool-bars'
import { pricesAt } from '@/lib/market/candles/token-candles'
import { listPools } from '@/lib/market/pools/list-pools'
import type { MeasuredPool } from '@/lib/market/pools/measure-pools'
import { readDollarPrices } from '@/lib/market/prices/find-dollar-price'
import { getTokenCatalog } from '@/lib/market/prices/token-catalog'
import { listTokens, type NamedToken } from '@/lib/tokens/list-tokens'

/** Market figures of a listed token. Undefined figures are not known. */
export type TokenMarket = {
  readonly address: Address
  /** US dollars for one whole token. */
  readonly usd: number | undefined
  /** Change of the price in the last 24 hours, as a fraction of the earlier one. */
  readonly dayChange: number | undefined
  /** Value of the total supply in US dollars. */
  readonly marketCapUsd: number | undefined
  /** Total supply in whole tokens. */
  readonly supply: number | undefined
  /** Value of the token's pools in US dollars. */
  readonly tvlUsd: number
  /** Volume of these pools in the last 24 hours in US dollars. */
  readonly volumeUsd: number
  /** Prices of the last seven days in US dollars, oldest first, {@link weekStep} apart; empty if not known. */
  readonly week: readonly number[]
}

/** The markets of a network's listed tokens at a time (Unix seconds). */
export type TokenMarketsAt = { readonly markets: readonly TokenMarket[]; readonly at: number }

/** Maximum pools that tokens are priced by. */
const maxPools = 1_000

const weekSeconds = 7 * daySeconds
const hour = candleSeconds['1h']
const fiveMinutes = candleSeconds['5m']

/** Milliseconds for which prices of the past are cached: they change once an hour. */
const pastMs = 300_000
/** Milliseconds for which the figures are cached. */
const freshMs = 60_000
/** One entry for each network. */
const maxEntries = 1

/**
 * Lists the market figures of a network's listed tokens, at most a minute old: prices from the pools with base tokens, value
 * and volume of the pools that {@link listPools} lists.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down or its market index is behind.
 */
export function listTokenMarkets(ctx: Context, chainId: number): Promise<TokenMarketsAt> {
  return marketsOf(ctx, { scope: chainId, key: '', load: () => readMarkets(ctx, chainId) })
}

const marketsOf = defineCache<TokenMarketsAt>('market/tokens', { forMs: freshMs, max: maxEntries })

async function readMarkets(ctx: Context, chainId: number): Promise<TokenMarketsAt> {
  const { network } = ctx.chain(chainId)
  const tokens = await listTokens(ctx, { chainIds: [chainId] })
  const addresses = tokens.map(({ address }) => address)
  const known = await listPricing(ctx, { chainId, tokens: addresses })
  const [{ priceOf, at }, { pools }, supplies, past] = await Promise.all([
    readDollarPrices(ctx, { chainId, known }),
    listPools(ctx, { chainId }),
    readSupplies(ctx, { chainId, tokens: addresses }),
    pastPrices(ctx, {
      scope: chainId,
      key: '',
      load: () => readPastPrices(ctx, { chainId, known, tokens: addresses }),
    }),
  ])
  const traded = sumPools(pools)
  const markets = tokens.map(({ address, decimals }): TokenMarket => {
    const scale = 10 ** (decimals - network.usdDecimals)
    const price = priceOf(address)
    const usd = price && finite(price.usd * scale)
    const { dayAgo, week } = past.get(address) ?? noPast
    const atoms = supplies.get(address)
    const supply = atoms === undefined ? undefined : Number(atoms) / 10 ** decimals
    return {
      address,
      usd,
      dayChange: price && dayAgo !== undefined ? finite(price.usd / dayAgo - 1) : undefined,
      supply,
      marketCapUsd: usd === undefined || supply === undefined ? undefined : finite(usd * supply),
      ...(traded.get(address) ?? noPools),
      week: week.map((each) => each * scale),
    }
  })
  return { markets, at }
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined)

type Tokens = { readonly chainId: number; readonly tokens: readonly Address[] }

/** Lists the pools that price these tokens. */
async function listPricing(
  ctx: Context,
  { chainId, tokens }: Tokens,
): Promise<readonly PairDescriptor[]> {
  const others = ctx.chain(chainId).network.baseTokens
  const [{ basePools }, across] = await Promise.all([
    getTokenCatalog(ctx, chainId),
    listPoolsAcross(ctx.db, { chainId, tokens, others, limit: maxPools }),
  ])
  return [...new Map([...basePools, ...across].map((pool) => [pool.address, pool])).values()]
}

/** Selector of `totalSupply()`. */
const totalSupply: Hex = '0x18160ddd'

async function readSupplies(
  ctx: Context,
  { chainId, tokens }: Tokens,
): Promise<ReadonlyMap<NamedToken['address'], bigint | undefined>> {
  const reads = tokens.map((target) => ({ target, callData: totalSupply }))
  const answers = await readUntrusted(ctx, { chainId, reads })
  return new Map(tokens.map((token, i) => [token, wordAt(answers[i], 0)]))
}

type Sums = Pick<TokenMarket, 'tvlUsd' | 'volumeUsd'>

const noPools: Sums = { tvlUsd: 0, volumeUsd: 0 }

/** Sums value and volume of each token's pools. */
export function sumPools(pools: readonly MeasuredPool[]): ReadonlyMap<Address, Sums> {
  const sums = new Map<Address, Sums>()
  for (const { pool, tvlUsd, volumeUsd } of pools) {
    for (const token of [pool.token0, pool.token1]) {
      const sum = sums.get(token) ?? noPools
      sums.set(token, { tvlUsd: sum.tvlUsd + tvlUsd, volumeUsd: sum.volumeUsd + volumeUsd })
    }
  }
  return sums
}

/** Prices in dollar atoms per token atom. */
type PastPrices = { readonly dayAgo: number | undefined; readonly week: readonly number[] }

const noPast: PastPrices = { dayAgo: undefined, week: [] }

const pastPrices = defineCache<ReadonlyMap<Address, PastPrices>>('market/past-prices', {
  forMs: pastMs,
  max: maxEntries,
})

async function readPastPrices(
  ctx: Context,
  { chainId, known, tokens }: Tokens & { readonly known: readonly PairDescriptor[] },
): Promise<ReadonlyMap<Address, PastPrices>> {
  const { network } = ctx.chain(chainId)
  const end = startOfCandle(toUnixSeconds(ctx.now()), hour)
  const span = { seconds: hour, from: end - weekSeconds, to: end + hour }
  // The candle that closed 24 hours before the current one began: as the first of a chart of one day opens.
  const dayAgo = startOfCandle(toUnixSeconds(ctx.now()), fiveMinutes) - daySeconds - fiveMinutes
  const daySpan = { seconds: fiveMinutes, from: dayAgo, to: dayAgo + fiveMinutes }
  const [pools, dayPools] = await Promise.all([
    readBarsOf(ctx, { chainId, key: 'listed', known, ...span }),
    readBarsOf(ctx, { chainId, key: 'listed', known, ...daySpan }),
  ])
  const count = weekSeconds / weekStep
  const steps = Array.from({ length: count + 1 }, (_, i) =>
    pricesAt(pools, network, { at: end - weekSeconds + i * weekStep, seconds: hour }),
  )
  const day = pricesAt(dayPools, network, { at: dayAgo, seconds: fiveMinutes })
  // Hourly candles are carried forward for longer, for tokens that trade rarely.
  const dayByHour = pricesAt(pools, network, { at: end - daySeconds - hour, seconds: hour })
  return new Map(
    tokens.map((token) => {
      const week = carryForward(steps.map((priceOf) => priceOf(token)?.usd))
      return [token, { dayAgo: (day(token) ?? dayByHour(token))?.usd, week }]
    }),
  )
}

/** Fills gaps with the price before them; leaves out those before the first price. */
export function carryForward(prices: readonly (number | undefined)[]): readonly number[] {
  const filled: number[] = []
  for (const price of prices) {
    const last = price ?? filled.at(-1)
    if (last !== undefined) filled.push(last)
  }
  return filled
}
