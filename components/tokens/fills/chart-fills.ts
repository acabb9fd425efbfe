import { formatUnits } from 'viem'
import type { AnswerOf } from '@/lib/client/call'
import type { CandleView } from '@/lib/client/market'
import { type Address, asErc20, toAddress } from '@/lib/core/address'

/** A fill of the account's orders in the API's format. */
export type FillView = AnswerOf<'listFillsOfAccount'>[number]

type PairToken = { readonly address: Address; readonly decimals: number }

/** The fills of one side within one candle. */
export type FillMark = {
  /** Start of the candle in Unix seconds. */
  readonly time: number
  /** Time of the newest of them in Unix seconds. */
  readonly at: number
  /** What the account did with the base token. */
  readonly side: 'bought' | 'sold'
  /** Atoms of the base token. */
  readonly amount: bigint
  /** Quote tokens per base token, over all of them. */
  readonly price: number
  readonly fills: number
}

/** The charted pair: prices are quote tokens per base token. */
export type FilledPair = {
  readonly base: PairToken
  readonly quote: PairToken
  readonly wrappedNative: Address
}

/** Returns where an account has traded a pair, oldest first: one mark per candle and side. Older fills are left out. */
export function fillMarks(
  fills: readonly FillView[],
  pair: FilledPair,
  candles: readonly CandleView[],
): readonly FillMark[] {
  const marks = new Map<string, Trade & Pick<FillMark, 'time' | 'at' | 'fills'>>()
  for (const fill of fills) {
    const trade = tradeOf(fill, pair)
    const seconds = Date.parse(fill.time) / 1_000
    const candle = candles.findLast(({ time }) => time <= seconds)
    if (!trade || !candle) continue
    const key = `${candle.time} ${trade.side}`
    const before = marks.get(key)
    marks.set(key, {
      ...{ time: candle.time, side: trade.side, fills: (before?.fills ?? 0) + 1 },
      at: Math.max(seconds, before?.at ?? 0),
      base: trade.base + (before?.base ?? 0n),
      quote: trade.quote + (before?.quote ?? 0n),
    })
  }
  return [...marks.values()]
    .map(({ base, quote, ...mark }) => ({
      ...mark,
      amount: base,
      price: priceOf(pair, base, quote),
    }))
    .filter(({ price }) => Number.isFinite(price) && price > 0)
    .toSorted((a, b) => a.time - b.time || a.side.localeCompare(b.side))
}

type Trade = {
  readonly side: FillMark['side']
  readonly base: bigint
  readonly quote: bigint
}

/** Undefined for a fill of another pair. The native token counts as its wrapped form. */
function tradeOf({ sold, bought }: FillView, pair: FilledPair): Trade | undefined {
  const erc20 = (token: string) => asErc20(toAddress(token), pair)
  const [base, quote] = [erc20(pair.base.address), erc20(pair.quote.address)]
  const [paid, got] = [erc20(sold.token), erc20(bought.token)]
  const [given, taken] = [BigInt(sold.amount), BigInt(bought.amount)]
  if (paid === base && got === quote) return { side: 'sold', base: given, quote: taken }
  if (paid === quote && got === base) return { side: 'bought', base: taken, quote: given }
  return undefined
}

const priceOf = ({ base, quote }: FilledPair, baseAtoms: bigint, quoteAtoms: bigint) =>
  Number(formatUnits(quoteAtoms, quote.decimals)) / Number(formatUnits(baseAtoms, base.decimals))
