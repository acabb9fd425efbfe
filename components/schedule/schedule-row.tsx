'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import type { PriceOf } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Badge, type BadgeSign, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { ListCell, ListMain, ListRow, ListUnfold } from '@/components/ui/list'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Translator } from '@/lib/client/i18n/translator'
import {
  averagePrice,
  type ScheduleState,
  type ShownSchedule,
  scheduleState,
} from '@/lib/client/schedule/shown-schedule'
import { serverClock } from '@/lib/client/server-clock'
import type { Address } from '@/lib/core/address'
import { AverageGap } from './average-gap'
import { priceLine } from './price-line'

type Props = {
  readonly schedule: ShownSchedule
  readonly nameToken: (address: Address) => ShownToken
  readonly priceOf: PriceOf
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly details: ReactNode
}

const pills: Record<ScheduleState, { readonly tone: Tone; readonly sign?: BadgeSign }> = {
  awaitingSignature: { tone: 'warn', sign: 'pen' },
  open: { tone: 'primary', sign: 'live' },
  filled: { tone: 'surplus', sign: 'check' },
  cancelled: { tone: 'neutral' },
  ended: { tone: 'neutral' },
}

/** One schedule: pair, progress, average price, next order and state. */
export const ScheduleRow = (props: Props) => {
  const { schedule, nameToken, priceOf, isOpen, onToggle, details } = props
  const t = useTranslations('schedule')
  const words = { t: useTranslations('limit'), format: useFormat() }
  const { format } = words
  const { network } = useSettings()
  const { sellToken, buyToken, parts, fulfilled, sellAmount } = schedule
  const [sold, bought] = [nameToken(sellToken), nameToken(buyToken)]
  const average = averagePrice(schedule)
  const progress = t('list.filled', { count: fulfilled, parts })
  const detailsId = `schedule-${schedule.id}`
  const state = scheduleState(schedule)
  const total =
    sold.decimals === undefined
      ? sold.symbol
      : `${format.amount(sellAmount, { ...sold, decimals: sold.decimals })} ${sold.symbol}`
  return (
    <ListRow details={isOpen ? <div id={detailsId}>{details}</div> : undefined}>
      <ListMain
        lead={
          <TokenPair network={network} tokens={[{ address: sellToken }, { address: buyToken }]} />
        }
        title={
          <ListUnfold
            isOpen={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={onToggle}
          >
            {sold.symbol} → {bought.symbol}
          </ListUnfold>
        }
        note={<span className="numeric">{t('list.total', { amount: total, count: parts })}</span>}
      />
      <ListCell on="below">
        <span className="grid gap-1.5">
          <span className="numeric text-small">{progress}</span>
          <ProgressBar label={t('list.progress')} value={fulfilled} max={parts} text={progress} />
        </span>
      </ListCell>
      <ListCell align="end" className="max-desk:hidden">
        <span className="grid justify-items-end text-small">
          <span>{priceLine(words, average, { sold, bought })}</span>
          <AverageGap {...{ average, sold, bought, priceOf }} />
        </span>
      </ListCell>
      <ListCell className="numeric text-small max-desk:hidden desk:pl-6">
        <NextText schedule={schedule} />
      </ListCell>
      <ListCell on="pill">
        <span className="flex items-center justify-between gap-2">
          <Badge {...pills[state]}>{stateText(t, state)}</Badge>
          <ChevronDown
            aria-hidden="true"
            className={classNames(
              'size-5 shrink-0 text-ink-2 transition-transform duration-200',
              isOpen && 'rotate-180',
            )}
          />
        </span>
      </ListCell>
    </ListRow>
  )
}

const stateText = (t: Translator<'schedule'>, state: ScheduleState) => t(`state.${state}`)

/** When the next order begins; an order whose time has come waits for its price. */
const NextText = ({ schedule: { nextValidFrom } }: Pick<Props, 'schedule'>) => {
  const t = useTranslations('schedule')
  const format = useFormat()
  const isNow = useClock(
    (nowMs) =>
      nowMs > 0 && nextValidFrom !== undefined && nextValidFrom * 1_000 <= serverClock.nowMs(),
  )
  if (nextValidFrom === undefined) return '–'
  return isNow ? t('list.now') : format.local(new Date(nextValidFrom * 1_000), new Date())
}
