'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type CandleView, fetchPools, isMissing, type TokenOf } from '@/lib/client/market'
import { isPegged } from '@/lib/core/format/pegged-tokens'
import type { Range } from './candle-span'
import { type DayFacts, dayFacts, type PairPools, pairCandles, pairPools } from './pair-candles'
import { useCandles } from './use-market'

/** The two tokens of a chart: prices are quote tokens per base token. */
export type PairOf = { readonly base: TokenOf; readonly quote: TokenOf }

/** Candles of a range; while another range loads, those of the range before. */
export type PairHistory = {
  readonly range: Range
  readonly candles: readonly CandleView[]
}

/** The history of a pair, as far as it is known. */
export type PairMarket = {
  readonly history: PairHistory | undefined
  /** Facts of the last 24 hours. */
  readonly day: DayFacts | undefined
  readonly price: number | undefined
  /** One of the tokens has no prices. */
  readonly isMissing: boolean
  readonly isFailed: boolean
  readonly isFetching: boolean
  readonly retry: () => void
}

/** Loads the prices of a pair as the ratio of its tokens' dollar prices. */
export function usePairMarket(of: PairOf, range: Range): PairMarket {
  const shown = usePairHistory(of, range)
  const day = usePairHistory(of, '1D')
  const candles = day.history?.candles
  const price = candles?.at(-1)?.close
  const facts = useMemo(() => candles && dayFacts(candles), [candles])
  const isMissing = shown.isMissing || shown.history?.candles.length === 0
  return { ...shown, isMissing, day: facts, price }
}

function usePairHistory({ base, quote }: PairOf, range: Range) {
  const ofBase = useCandles(base, range)
  const ofQuote = useCandles(quote, range)
  const [history, setHistory] = useState<PairHistory>()
  const next = useMemo((): PairHistory | undefined => {
    const [sold, bought] = [ofBase.data, ofQuote.data]
    const others = isMissing(ofQuote.error) && isPegged(quote.token) ? oneDollar : bought?.body
    if (!sold || !others || (bought && bought.range !== sold.range)) return undefined
    const known = others.length === 0 && isPegged(quote.token) ? oneDollar : others
    return { range: sold.range, candles: pairCandles(sold.body, known) }
  }, [ofBase.data, ofQuote.data, ofQuote.error, quote.token])
  if (next && next !== history) setHistory(next)
  const isQuoteMissing = isMissing(ofQuote.error) && !isPegged(quote.token)
  const isAbsent = isMissing(ofBase.error) || isQuoteMissing
  return {
    history: next ?? history,
    isMissing: isAbsent,
    isFailed: !isAbsent && (ofBase.isError || (ofQuote.isError && !isMissing(ofQuote.error))),
    isFetching: ofBase.isFetching || ofQuote.isFetching,
    retry: () => {
      void ofBase.refetch()
      void ofQuote.refetch()
    },
  }
}

/** A dollar token that is in no pool of its own is worth a dollar. */
const oneDollar: readonly CandleView[] = [
  { time: 0, open: 1, high: 1, low: 1, close: 1, volume: 0 },
]

/** All pools of a token that the service lists. */
const maxPools = 500
const minuteMs = 60_000

/** Loads what the pools that hold both tokens hold; undefined while unknown. */
export function usePairPools({ base, quote }: PairOf): PairPools | undefined {
  const { data } = useQuery({
    queryKey: ['pair-pools', base.network, base.token, quote.token],
    queryFn: async ({ signal }) => {
      const [ofBase, ofQuote] = await Promise.all(
        [base, quote].map((of) => fetchPools(of, maxPools, { signal })),
      )
      return pairPools(ofBase?.body ?? [], ofQuote?.body ?? []) ?? null
    },
    staleTime: minuteMs,
    refetchInterval: minuteMs,
    retry: false,
  })
  return data ?? undefined
}
