'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import type { PriceOf } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import { exclusionText } from '@/components/orders/exclusion-text'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Alert } from '@/components/ui/alert'
import { Badge, type BadgeSign, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListCell, ListMain, ListRow, ListUnfold } from '@/components/ui/list'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Translator } from '@/lib/client/i18n/translator'
import {
  averagePrice,
  type NextFunds,
  type NextShortage,
  nextShortage,
  type ScheduleState,
  type ShownSchedule,
  scheduleState,
} from '@/lib/client/schedule/shown-schedule'
import { serverClock } from '@/lib/client/server-clock'
import type { Address } from '@/lib/core/address'
import { AverageGap } from './average-gap'
import { priceLine } from './price-line'

const ApproveOrder = lazyPart(
  async () => (await import('@/components/orders/actions/approve-order')).ApproveOrder,
)

type Props = {
  readonly owner: Address
  readonly schedule: ShownSchedule
  readonly nameToken: (address: Address) => ShownToken
  readonly priceOf: PriceOf
  /** What the owner holds and allows of the sold token; undefined until it is known. */
  readonly funds: NextFunds | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly details: ReactNode
}

const pills: Record<ScheduleState, { readonly tone: Tone; readonly sign?: BadgeSign }> = {
  awaitingSignature: { tone: 'warn', sign: 'pen' },
  open: { tone: 'primary', sign: 'live' },
  filled: { tone: 'surplus', sign: 'check' },
  cancelled: { tone: 'danger' },
  ended: { tone: 'neutral' },
}

/** One schedule: pair, progress, average price, next order and state. */
export const ScheduleRow = (props: Props) => {
  const { owner, schedule, nameToken, priceOf, isOpen, onToggle, details } = props
  const t = useTranslations('schedule')
  const orders = useTranslations('orders')
  const words = { t: useTranslations('limit'), format: useFormat() }
  const { format } = words
  const { network } = useSettings()
  const { sellToken, buyToken, parts, fulfilled, sellAmount } = schedule
  const [sold, bought] = [nameToken(sellToken), nameToken(buyToken)]
  const average = averagePrice(schedule)
  const progress = t('list.filled', { count: fulfilled, parts })
  const detailsId = `schedule-${schedule.id}`
  const state = scheduleState(schedule)
  const shortage = nextShortage(schedule, props.funds)
  const total =
    sold.decimals === undefined
      ? sold.symbol
      : `${format.amount(sellAmount, { ...sold, decimals: sold.decimals })} ${sold.symbol}`
  return (
    <ListRow
      details={
        shortage || isOpen ? (
          <>
            {shortage ? <ShortageAlert {...{ owner, shortage, nameToken }} /> : null}
            {isOpen ? <div id={detailsId}>{details}</div> : null}
          </>
        ) : undefined
      }
    >
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
          {shortage ? (
            <Badge tone="warn">
              <span className="whitespace-nowrap">
                {orders(`exclusion.${shortage.code}.state`)}
              </span>
            </Badge>
          ) : (
            <Badge {...pills[state]}>{stateText(t, state)}</Badge>
          )}
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

type ShortageProps = Pick<Props, 'owner' | 'nameToken'> & { readonly shortage: NextShortage }

/** What the next order lacks, while its owner can still mend it. */
const ShortageAlert = ({ owner, shortage, nameToken }: ShortageProps) => {
  const t = useTranslations('schedule')
  const words = { t: useTranslations('orders'), format: useFormat() }
  const { isAllowed } = useWallet()
  const timeText = (time: Date) => words.format.local(time, new Date())
  const { reason, action } = exclusionText(words, shortage, { nameToken, timeText })
  const { code, token } = shortage
  return (
    <div className="px-4 pb-4 tab:px-6">
      <Alert
        tone="warn"
        title={t('list.short')}
        actions={
          isAllowed && code === 'insufficientAllowance' ? (
            <Suspense fallback={null}>
              <ApproveOrder {...{ owner, token }} named={nameToken(token)} />
            </Suspense>
          ) : undefined
        }
      >
        {reason} {action}
      </Alert>
    </div>
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
