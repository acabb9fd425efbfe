'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import type { PriceOf } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { Badge, type BadgeSign, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { ratioOf } from '@/lib/client/limit/ratio'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { editLink } from '@/lib/client/schedule/edit-link'
import type { ScheduleParams } from '@/lib/client/schedule/schedule-link'
import {
  averagePrice,
  openParts,
  type PartState,
  partState,
  type ShownSchedule,
  worstPrice,
} from '@/lib/client/schedule/shown-schedule'
import { serverClock } from '@/lib/client/server-clock'
import type { Address } from '@/lib/core/address'
import { AverageGap, marketOf } from './average-gap'
import { CancelSchedule } from './cancel-schedule'
import type { EditedSchedule } from './edited-schedule'
import { priceLine } from './price-line'
import { useScheduleParts } from './use-schedules'

type Props = {
  readonly owner: Address
  readonly schedule: ShownSchedule
  readonly nameToken: (address: Address) => ShownToken
  readonly priceOf: PriceOf
  readonly onEdit: ((asked: ScheduleParams, edited: EditedSchedule) => void) | undefined
}

/** A schedule's facts, its parts and what its owner can do. */
export const ScheduleDetails = ({ owner, schedule, nameToken, priceOf, onEdit }: Props) => {
  const t = useTranslations('schedule')
  const words = { t: useTranslations('limit'), format: useFormat() }
  const { format } = words
  const { parts, isPending } = useScheduleParts(owner, schedule.id)
  const { network } = useSettings()
  const [isCancelling, setCancelling] = useState(false)
  const [sold, bought] = [nameToken(schedule.sellToken), nameToken(schedule.buyToken)]
  const pair = { sold, bought }
  const average = averagePrice(schedule)
  const open = openParts(parts)
  const amount = (atoms: bigint, { decimals, ...token }: ShownToken) =>
    decimals === undefined ? '–' : `${format.amount(atoms, { ...token, decimals })} ${token.symbol}`
  const market = marketOf({ ...pair, priceOf })
  const asked = (sellDecimals = 18) =>
    editLink(schedule, open, { network: network.name, sellDecimals, market })
  const time = (seconds: number) => format.local(new Date(seconds * 1_000), new Date())
  return (
    <div className="grid grid-cols-1 gap-5 border-t border-hair bg-well px-4 py-5 tab:px-6">
      <DetailList place="panel">
        <Detail
          name={t('details.sold')}
          note={t('details.of', { amount: amount(schedule.sellAmount, sold) })}
        >
          {amount(schedule.executedSell, sold)}
        </Detail>
        <Detail name={t('details.received')}>{amount(schedule.executedBuy, bought)}</Detail>
        <Detail name={t('list.average')}>
          {priceLine(words, average, pair)} <AverageGap {...{ average, ...pair, priceOf }} />
        </Detail>
        <Detail name={t('details.market')}>{priceLine(words, market, pair)}</Detail>
        <Detail name={t('worst.label')}>{priceLine(words, worstPrice(schedule), pair)}</Detail>
        <Detail name={t('terms.from')}>{time(schedule.firstValidFrom)}</Detail>
        <Detail name={t('terms.until')}>{time(schedule.lastValidTo)}</Detail>
      </DetailList>
      {isPending ? (
        <Skeleton className="h-40 rounded-well" />
      ) : (
        <ol
          aria-label={t('details.orders')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
          className="relative max-h-104 overflow-y-auto rounded-well border border-hair bg-surface"
        >
          {parts.map((part, index) => (
            <PartRow key={part.uid} {...{ part, sold, bought }} number={index + 1} />
          ))}
        </ol>
      )}
      {open.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {onEdit && sold.decimals !== undefined ? (
            <Button
              size="small"
              onClick={() => onEdit(asked(sold.decimals), { id: schedule.id, open })}
            >
              {t('details.edit')}
            </Button>
          ) : null}
          <Button size="small" onClick={() => setCancelling(true)}>
            {t('details.cancel', { count: open.length })}
          </Button>
        </div>
      )}
      <CancelSchedule
        owner={owner}
        schedule={{ id: schedule.id, open }}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
      />
    </div>
  )
}

const partPills: Record<PartState, { readonly tone: Tone; readonly sign?: BadgeSign }> = {
  filled: { tone: 'surplus', sign: 'check' },
  open: { tone: 'primary', sign: 'live' },
  planned: { tone: 'neutral' },
  awaitingSignature: { tone: 'warn', sign: 'pen' },
  cancelled: { tone: 'danger' },
  expired: { tone: 'neutral' },
}

type PartProps = {
  readonly part: ShownOrder
  readonly number: number
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** One order of a schedule: time, amounts, price and state. */
const PartRow = ({ part, number, sold, bought }: PartProps) => {
  const t = useTranslations('schedule')
  const words = { t: useTranslations('limit'), format: useFormat() }
  const { format } = words
  const { network } = useSettings()
  const state = useClock((nowMs) =>
    partState(part, nowMs === 0 ? 0 : Math.floor(serverClock.nowMs() / 1_000)),
  )
  const price = state === 'filled' ? ratioOf(part.executedBuy, part.executedSell) : undefined
  const sell =
    sold.decimals === undefined
      ? sold.symbol
      : `${format.amount(part.sellAmount, { ...sold, decimals: sold.decimals })} ${sold.symbol}`
  const begin = format.local(new Date((part.validFrom ?? 0) * 1_000), new Date())
  return (
    <li className="relative grid min-h-13 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-hair px-3 py-2 text-small last:border-b-0 hover:bg-well tab:grid-cols-[1.5rem_9rem_minmax(0,1fr)_auto] tab:px-4">
      <span className="numeric text-ink-2">{number}</span>
      <Link
        href={`/orders/${part.uid}?chain=${network.chainId}`}
        aria-label={t('details.order', { number, time: begin })}
        className="numeric after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus)"
      >
        {begin}
      </Link>
      <span className="numeric text-ink-2 max-tab:col-start-2">
        {price
          ? t('details.at', { amount: sell, price: priceLine(words, price, { sold, bought }) })
          : sell}
      </span>
      <span className="max-tab:col-start-3 max-tab:row-start-1">
        <Badge {...partPills[state]}>{t(`part.${state}`)}</Badge>
      </span>
    </li>
  )
}
