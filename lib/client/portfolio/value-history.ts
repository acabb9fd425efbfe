import { coversSpan } from '@/lib/core/time'

/** A token's price at a time: Unix seconds, US dollars. */
type Close = { readonly time: number; readonly close: number }

/** A candle that starts at `time` (Unix seconds). */
type PastCandle = { readonly time: number; readonly open: number; readonly close: number }

/**
 * Returns the prices that candles of this length know: the close at the end of each, oldest first. The first candle's
 * open comes before, so that a history begins with the same price whatever the length of its candles.
 */
export function closesOf(candles: readonly PastCandle[], seconds: number): readonly Close[] {
  const [first] = candles
  if (!first) return []
  const closes = candles.map(({ time, close }) => ({ time: time + seconds, close }))
  return [{ time: first.time, close: first.open }, ...closes]
}

/** What is held of a token, and its past prices, oldest first; none: its value counts as constant. */
export type ValuedToken = {
  /** Value now in US dollars. */
  readonly usd: number
  /** Price now in US dollars. */
  readonly price: number
  readonly candles: readonly Close[]
}

/** A span in Unix seconds. */
type Span = { readonly from: number; readonly to: number }

/** What today's tokens were worth at equal distances. */
export type ValueHistory = {
  /** Oldest first; the last is today's. Empty without past prices. */
  readonly values: readonly number[]
  /** Time of the first value in Unix seconds. */
  readonly from: number
  /** Whether the prices begin later than the span. */
  readonly isShort: boolean
}

/** Values of a curve. */
const points = 90

/**
 * Returns what today's tokens were worth over a span. It begins with the first known price of any of them; a token counts
 * with its first known price before that, and with its last close between two candles.
 */
export function valueHistory(tokens: readonly ValuedToken[], { from, to }: Span): ValueHistory {
  const firsts = tokens.flatMap(({ candles }) => candles[0]?.time ?? [])
  const start = Math.max(from, Math.min(...firsts))
  const isShort = !coversSpan(to - start, to - from)
  if (firsts.length === 0 || start >= to) return { values: [], from: to, isShort: true }
  const step = (to - start) / (points - 1)
  const values = Array.from({ length: points - 1 }, (_, index) => {
    const seconds = start + index * step
    return sum(tokens.map((token) => (token.usd * priceAt(token, seconds)) / token.price))
  })
  return { values: [...values, sum(tokens.map(({ usd }) => usd))], from: start, isShort }
}

function priceAt({ candles, price }: ValuedToken, seconds: number): number {
  const before = candles.findLast(({ time }) => time <= seconds) ?? candles[0]
  return before?.close ?? price
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
