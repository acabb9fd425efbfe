'use client'

import { useQueries } from '@tanstack/react-query'
import { candleSpan, type Range } from '@/components/tokens/candle-span'
import { fetchCandles, isMissing } from '@/lib/client/market'
import { closesOf, type ValueHistory, valueHistory } from '@/lib/client/portfolio/value-history'
import { type Address, asErc20, toAddress } from '@/lib/core/address'
import { candleSeconds } from '@/lib/market/candles/candle'
import type { PlacedToken } from './placed-token'

/** The most valuable tokens whose past prices are loaded; the others count with today's value. */
const maxTokens = 20
const minuteMs = 60_000

/** The history of a portfolio's value, as far as it is known. */
export type LoadedHistory = {
  readonly history: ValueHistory | undefined
  readonly isFailed: boolean
  readonly retry: () => void
}

/** Loads the past prices of the tokens that a total counts; nothing for a range of undefined. */
export function useValueHistory(
  tokens: readonly PlacedToken[],
  range: Range | undefined,
): LoadedHistory {
  const held = tokens.flatMap(({ network, holding: { token, usd, market } }) => {
    if (!usd || !market) return []
    const address: Address = asErc20(token, { wrappedNative: toAddress(network.wrappedNative) })
    return [{ network: network.name, token: address, usd, price: market.price }]
  })
  const charted = held.toSorted((a, b) => b.usd - a.usd).slice(0, range ? maxTokens : 0)
  const span = candleSpan(range ?? '1W', Date.now())
  const names = [...new Set(charted.map(({ network, token }) => `${network} ${token}`))]
  return useQueries({
    queries: names.map((name) => {
      const [network = '', token = ''] = name.split(' ')
      return {
        queryKey: ['past-prices', network, token, range],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
          const of = { network, token: toAddress(token) }
          // A token without a history counts with today's value.
          const answer = await fetchCandles(of, span, { signal }).catch((error: unknown) => {
            if (!isMissing(error)) throw error
          })
          return closesOf(answer?.body ?? [], candleSeconds[span.interval])
        },
        staleTime: 5 * minuteMs,
      }
    }),
    combine: (answers) => {
      const isKnown = range !== undefined && answers.every(({ data }) => data)
      const candlesOf = (network: string, token: Address) =>
        answers[names.indexOf(`${network} ${token}`)]?.data ?? []
      const valued = held.map(({ network, token, ...value }) => ({
        ...{ ...value, candles: candlesOf(network, token) },
      }))
      return {
        history: isKnown ? valueHistory(valued, span) : undefined,
        isFailed: answers.some(({ isError }) => isError),
        retry: () => {
          for (const answer of answers) if (answer.isError) void answer.refetch()
        },
      }
    },
  })
}
