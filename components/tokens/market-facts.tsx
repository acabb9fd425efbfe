'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Panel } from '@/components/ui/panel'
import type { TokenOf } from '@/lib/client/market'
import { extentOf } from './price-change'
import type { ShownTokenFacts } from './token-facts'
import { maxRows, useCandles, useHolders, usePools, usePrice, useSectionDue } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** The token's market in six figures; unknown ones are dashes. */
export const MarketFacts = ({ of, token }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const { ref, isDue } = useSectionDue()
  const price = usePrice(of).data?.body.price
  const pools = usePools(of, { isDue }).data?.body
  const holders = useHolders(of, { isDue }).data?.body
  const day = useCandles(of, '1D', { isDue }).data
  const { totalSupply, symbol, decimals } = token
  const supply = totalSupply === undefined ? undefined : Number(totalSupply) / 10 ** decimals
  const range = day?.range === '1D' ? extentOf(day.body) : undefined
  const sumOf = (figure: 'tvl' | 'volume') => pools?.reduce((sum, pool) => sum + pool[figure], 0)
  return (
    <Panel ref={ref} title={t('facts.title')}>
      <DetailList place="panel">
        <Detail name={t('index.marketCap')}>
          {format.largeUsd(price && supply ? price * supply : undefined)}
        </Detail>
        <Detail name={t('facts.supply')}>
          {totalSupply === undefined ? '–' : format.amount(totalSupply, token)}{' '}
          {totalSupply === undefined ? '' : symbol}
        </Detail>
        <Detail name={t('facts.tvl')}>{format.largeUsd(sumOf('tvl'))}</Detail>
        <Detail name={t('index.volume')}>{format.largeUsd(sumOf('volume'))}</Detail>
        <Detail name={t('chart.range')}>
          {range ? `${format.price(range.low)} – ${format.price(range.high)}` : '–'}
        </Detail>
        {/* The service knows the largest holders only. */}
        {holders && holders.length < maxRows ? (
          <Detail name={t('facts.holders')}>{format.count(holders.length)}</Detail>
        ) : null}
      </DetailList>
    </Panel>
  )
}
