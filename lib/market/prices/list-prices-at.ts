import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { type CandleInterval, candleSeconds } from '@/lib/market/candles/candle'
import { listTokenCandles } from '@/lib/market/candles/list-token-candles'

/** Times in Unix seconds at which a token's price is wanted. */
export type TimesByToken = ReadonlyMap<Address, readonly number[]>

/** Returns the price of one whole token in US dollars at a requested time; undefined without a price. */
export type PriceAt = (token: Address, at: number) => number | undefined

/** The shortest candles that are still kept for a time of this age, in days; a day less than their retention. */
const intervals: readonly { readonly interval: CandleInterval; readonly maxDays: number }[] = [
  { interval: '5m', maxDays: 29 },
  { interval: '1h', maxDays: 399 },
  { interval: '1d', maxDays: Number.POSITIVE_INFINITY },
]

/** How many candles back a last trade may be. */
const maxCandlesBack = 12
/** Times further apart than this many candles are read separately. */
const maxGap = 36

/**
 * Finds prices at past times from the network's own candles: the close of the candle that contains the time, else of
 * the last one at most twelve candles before it. Candles are five minutes long for times of the last 29 days, then an
 * hour, then a day; longer ones are searched where these have none. Later trades may still change a price while its candle is open.
 *
 * @throws {ServiceError} as {@link listTokenCandles}.
 */
export async function listPricesAt(
  ctx: Context,
  { chainId, times }: { readonly chainId: number; readonly times: TimesByToken },
): Promise<PriceAt> {
  const { network } = ctx.chain(chainId)
  const wanted = new Map<Address, number[]>()
  for (const [token, at] of times) {
    const address = asErc20(token, network)
    wanted.set(address, [...(wanted.get(address) ?? []), ...at])
  }
  const prices = new Map<string, number>()
  for (const [token, at] of wanted) {
    if (token === network.usdToken) continue
    for (const step of intervals.keys()) {
      const missing = at.filter((time) => !prices.has(`${token}/${time}`))
      for (const window of windowsOf(missing, { now: toUnixSeconds(ctx.now()), step })) {
        for (const [time, usd] of await readWindow(ctx, { chainId, token, ...window })) {
          prices.set(`${token}/${time}`, usd)
        }
      }
    }
  }
  return (token, at) => {
    const address = asErc20(token, network)
    return address === network.usdToken ? 1 : prices.get(`${address}/${at}`)
  }
}

/** Times that are read together, oldest first, and the length of their candles. */
type Window = { readonly interval: CandleInterval; readonly at: readonly number[] }

type Step = {
  readonly now: number
  /** Longer candles by as many steps, for a token that is rarely traded. */
  readonly step: number
}

function windowsOf(times: readonly number[], { now, step }: Step): readonly Window[] {
  const windows: { interval: CandleInterval; at: number[] }[] = []
  for (const time of [...new Set(times)].toSorted((a, b) => a - b)) {
    const interval = intervalOf(time, { now, step })
    if (interval === undefined) continue
    const last = windows.at(-1)
    const isNear = time - (last?.at.at(-1) ?? 0) <= maxGap * candleSeconds[interval]
    if (last?.interval === interval && isNear) last.at.push(time)
    else windows.push({ interval, at: [time] })
  }
  return windows
}

function intervalOf(time: number, { now, step }: Step): CandleInterval | undefined {
  const days = (now - time) / daySeconds
  const shortest = intervals.findIndex(({ maxDays }) => days < maxDays)
  return intervals[shortest + step]?.interval
}

type TokenWindow = Window & { readonly chainId: number; readonly token: Address }

async function readWindow(
  ctx: Context,
  { chainId, token, interval, at }: TokenWindow,
): Promise<readonly (readonly [number, number])[]> {
  const seconds = candleSeconds[interval]
  const from = (at[0] ?? 0) - maxCandlesBack * seconds
  const candles = await listTokenCandles(ctx, {
    ...{ chainId, token, interval },
    from: Math.max(0, from),
    to: (at.at(-1) ?? 0) + 1,
  })
  return at.flatMap((time) => {
    const last = candles?.findLast((candle) => candle.at <= time)
    const isRecent = last !== undefined && time - last.at < (maxCandlesBack + 1) * seconds
    return isRecent && last.close > 0 ? [[time, last.close] as const] : []
  })
}
