'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import type { PairHistory } from '@/components/tokens/use-pair-market'
import { useWallet } from '@/components/wallet/use-wallet'
import { call } from '@/lib/client/call'
import type { Token } from '@/lib/client/swap/tokens'
import { toAddress } from '@/lib/core/address'
import { fillMarks } from './chart-fills'
import type { ChartMark } from './chart-marks'
import { ownFillsKey } from './own-fills-key'

/** As many as one request returns: the newest. */
const limit = 500
const minuteMs = 60_000

type Pair = { readonly base: Token; readonly quote: Token }

/** Returns the marks of the connected account's own fills on the chart of a pair. */
export function useOwnFills(
  { base, quote }: Pair,
  { candles }: Pick<PairHistory, 'candles'>,
): readonly ChartMark[] {
  const t = useTranslations('tokens')
  const format = useFormat()
  const { network } = useSettings()
  const { account } = useWallet()
  const { data } = useQuery({
    queryKey: [ownFillsKey, network.name, account],
    queryFn: ({ signal }) =>
      call(
        'listFillsOfAccount',
        { network: network.name, params: { account: account ?? '' }, query: { limit } },
        { signal, tries: 2 },
      ),
    enabled: account !== undefined,
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
  return useMemo(() => {
    const wrappedNative = toAddress(network.wrappedNative)
    return fillMarks(data ?? [], { base, quote, wrappedNative }, candles).map((mark) => {
      const { time, at, side, amount, price, fills } = mark
      const text = t(`chart.${side}`, {
        ...{ amount: format.amount(amount, base), symbol: base.symbol, count: fills },
        ...{ price: format.rate(price), quote: quote.symbol },
        time: format.utcMinute(new Date(at * 1_000)),
      })
      return { time, side, price, text }
    })
  }, [data, base, quote, candles, network.wrappedNative, t, format])
}
