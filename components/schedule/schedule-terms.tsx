'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { boughtFor, type Ratio } from '@/lib/client/limit/ratio'
import { localDay } from '@/lib/client/orders/order-filter'
import type { PlannedPart } from '@/lib/client/schedule/plan'
import { worsenedBy } from '@/lib/client/schedule/plan'
import type { Token } from '@/lib/client/swap/tokens'
import { priceLine } from './price-line'
import { ScheduleSpan } from './schedule-span'

/** What a review shows of a schedule. */
export type ReviewedSchedule = {
  readonly parts: readonly PlannedPart[]
  /** Atoms sold by all parts. */
  readonly total: bigint
  readonly intervalSeconds: number
  /** Today's price, and how much worse it may be in basis points. */
  readonly market: Ratio
  readonly worstBps: number
}

type Props = ReviewedSchedule & { readonly sellToken: Token; readonly buyToken: Token }

/** Lists the terms of a schedule. */
export const ScheduleTerms = ({ parts, total, sellToken, buyToken, ...given }: Props) => {
  const t = useTranslations('schedule')
  const limit = useTranslations('limit')
  const swap = useTranslations('swap')
  const format = useFormat()
  const { intervalSeconds, market, worstBps } = given
  const [first] = parts
  const last = parts.at(-1)
  const pair = { sold: sellToken, bought: buyToken }
  const price = (ratio: Ratio) => priceLine({ t: limit, format }, ratio, pair)
  const least = boughtFor(total, worsenedBy(market, worstBps))
  const amount = (atoms: bigint, token: Token) => `${format.amount(atoms, token)} ${token.symbol}`
  const time = (seconds: number) => format.local(new Date(seconds * 1_000), new Date())
  const end = ({ validFrom }: PlannedPart, { validTo }: PlannedPart) => {
    const [from, until] = [new Date(validFrom * 1_000), new Date(validTo * 1_000)]
    return localDay(from) === localDay(until) ? format.clock(until) : time(validTo)
  }
  return (
    <div className="grid gap-4">
      <p className="numeric text-stat font-semibold">
        {amount(total, sellToken)} → {buyToken.symbol}
      </p>
      <DetailList place="dialog">
        <Detail
          name={t('parts.label')}
          note={t('terms.each', { amount: first ? amount(first.sellAmount, sellToken) : '–' })}
        >
          {format.count(parts.length)}
        </Detail>
        <Detail name={t('every.label')}>
          <ScheduleSpan seconds={intervalSeconds} />
        </Detail>
        <Detail name={t('terms.time')}>
          {first && last
            ? t('terms.span', { from: time(first.validFrom), until: end(first, last) })
            : '–'}
        </Detail>
        <Detail name={t('terms.market')}>{price(market)}</Detail>
        <Detail name={t('worst.label')}>{price(worsenedBy(market, worstBps))}</Detail>
        <Detail name={t('terms.worse')}>{format.percent(worstBps / 10_000)}</Detail>
        <Detail name={t('terms.least')}>{amount(least, buyToken)}</Detail>
        <Detail name={swap('offer.fee')}>{swap('offer.noFee')}</Detail>
      </DetailList>
      <p className="text-small text-ink-2">{t('terms.what')}</p>
    </div>
  )
}
