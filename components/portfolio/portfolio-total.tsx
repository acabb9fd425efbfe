import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { rangeFacts } from '@/components/tokens/candle-span'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { PortfolioSummary, WeekHistory } from '@/lib/client/portfolio/summary'
import type { Format } from '@/lib/core/format/format'
import { changeTone } from '@/lib/core/format/number-text'
import { toUnixSeconds } from '@/lib/core/time'
import { weekStep } from '@/lib/market/candles/candle'
import { countedTokens, type PlacedToken } from './placed-token'
import { type LoadedHistory, useValueHistory } from './use-value-history'
import { ValueChart } from './value-chart'

type Props = {
  readonly summary: PortfolioSummary
  readonly tokens: readonly PlacedToken[]
  readonly isDemo: boolean
}

const tones = { up: 'text-up', down: 'text-danger', level: 'text-ink-2' } as const

const ranges = ['1W', '1M', '1Y'] as const
type ChartRange = (typeof ranges)[number]

/** Formats when a curve begins: its day alone if it is of daily prices. */
function sinceText(format: Format, { from, range }: { from: number; range: ChartRange }): string {
  const [start, now] = [new Date(from * 1_000), new Date()]
  return rangeFacts(range).interval === '1d'
    ? format.localShortDay(start, now)
    : format.local(start, now)
}

/** The value of an account's tokens on all networks, and how prices have moved it. */
export const PortfolioTotal = ({ summary, tokens, isDemo }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const [range, setRange] = useState<ChartRange>('1W')
  const { usd, counted, unpriced, week } = summary
  const loaded = useValueHistory(countedTokens(summary, tokens), range === '1W' ? undefined : range)
  const shown = range === '1W' ? placedWeek(week) : loaded.history
  const [first] = shown?.values ?? []
  return (
    <section
      aria-label={t('total.name')}
      className="grid grid-cols-1 grid-rows-[auto_1fr] gap-4 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid justify-items-start gap-1">
          <p className="flex min-h-6 flex-wrap items-center gap-2 text-label text-ink-2">
            {t('total.on', { count: counted })}
            {isDemo ? <Badge>{t('total.demo')}</Badge> : null}
          </p>
          <p className="numeric font-sans text-[2.5rem] leading-12 font-medium tracking-[-0.025em] wrap-anywhere">
            {format.usd(usd)}
          </p>
          {first ? (
            <Change first={first} last={usd}>
              {shown?.isShort && shown.from !== undefined
                ? t('total.since', { day: sinceText(format, { from: shown.from, range }) })
                : t('total.past', { range })}
            </Change>
          ) : null}
          {unpriced > 0 ? (
            <p className="text-label text-ink-2">{t('total.unpriced', { count: unpriced })}</p>
          ) : null}
        </div>
        <ChoiceRow
          label={t('chart.range')}
          choices={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
          value={range}
          onChoose={setRange}
        />
      </div>
      {shown ? <ValueChart {...shown} range={range} /> : <Awaited {...loaded} />}
    </section>
  )
}

/** A whole week has ticks at its days. */
const placedWeek = ({ values, isShort }: WeekHistory) => ({
  ...{ values, isShort },
  from: isShort ? toUnixSeconds(Date.now()) - (values.length - 1) * weekStep : undefined,
})

const Awaited = ({ isFailed, retry }: LoadedHistory) => {
  const t = useTranslations('portfolio')
  if (!isFailed) {
    return (
      <div role="status" aria-label={t('chart.loading')} className="min-h-56">
        <Skeleton className="h-full min-h-56 rounded-well" />
      </div>
    )
  }
  return (
    <div className="grid min-h-56 content-center justify-items-center gap-3 text-small text-ink-2">
      <p>{t('chart.failed')}</p>
      <Button size="small" onClick={retry}>
        {t('network.retry')}
      </Button>
    </div>
  )
}

type ChangeProps = {
  readonly first: number
  readonly last: number
  /** Since when. */
  readonly children: string
}

const Change = ({ first, last, children }: ChangeProps) => {
  const ui = useTranslations('ui')
  const format = useFormat()
  const change = last / first - 1
  return (
    <p className="numeric text-small">
      <span className={tones[changeTone(change)]}>
        {ui('usdChange', { usd: format.signedUsd(last - first), percent: format.change(change) })}
      </span>{' '}
      <span className="text-ink-2">{children}</span>
    </p>
  )
}
