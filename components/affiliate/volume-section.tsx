'use client'

import { useTranslations } from 'next-intl'
import { useSearchState, useTableView } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { Disclosure } from '@/components/ui/disclosure'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { Address } from '@/lib/core/address'
import { type DayVolume, dayBars, lastDays, sumOf } from './day-bars'
import { useAffiliateDays } from './use-rewards'

const ranges = ['30', '90', '365'] as const

const usualRange = '30'

/** Daily volume of an affiliate's traders, as a bar chart and as a table. */
export const VolumeSection = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const { search, change } = useSearchState()
  const range = ranges.find((days) => days === search.get('days')) ?? usualRange
  const query = useAffiliateDays(wallet, Number(range))
  return (
    <Panel
      title={t('volume.title')}
      aside={
        <>
          <AsOf ms={query.data?.asOfMs} />
          <ChoiceRow
            label={t('volume.days')}
            choices={ranges.map((value) => ({ value, label: t(`volume.range.${value}`) }))}
            value={range}
            onChoose={(days) => change({ days: days === usualRange ? '' : days })}
          />
        </>
      }
    >
      <Answer
        query={query}
        what={t('volume.what')}
        skeleton={<Skeleton className="h-80 rounded-well" />}
        missing={<p className="text-small text-ink-2">{t('volume.none')}</p>}
      >
        {({ body }) => (
          <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>
            <Volume days={lastDays(body, { count: Number(range), nowMs: query.dataUpdatedAt })} />
          </div>
        )}
      </Answer>
    </Panel>
  )
}

type DaysProps = { readonly days: readonly DayVolume[] }

const Volume = ({ days }: DaysProps) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const table = useTableView()
  const { trades, volume, eligible } = sumOf(days)
  if (trades === 0) {
    const none = t('volume.noneIn', { days: days.length })
    return (
      <div className="grid grid-cols-1 gap-3">
        <p className="text-small text-ink-2">{none}</p>
        {/* On desktops the adjacent cards are taller: an empty chart fills the height. */}
        <div className="max-desk:hidden">
          <VolumeBars label={none} days={days} />
        </div>
      </div>
    )
  }
  const words = t('volume.summary', {
    days: days.length,
    trades,
    volume: format.usd(volume),
    counts: format.usd(eligible),
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Legend highest={days.reduce((most, day) => Math.max(most, day.volume), 0)} />
      <VolumeBars label={words} days={days} />
      <p className="text-small text-ink-2">
        {words} {t('volume.utc')}
      </p>
      <Disclosure summary={t('volume.table')} {...table}>
        <DayTable days={days.filter((day) => day.trades > 0)} />
      </Disclosure>
    </div>
  )
}

const Legend = ({ highest }: { readonly highest: number }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-2">
      {[
        { look: 'bg-primary', text: t('counts') },
        { look: 'bg-line-strong', text: t('volume.not') },
      ].map(({ look, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-3 rounded-sm ${look}`} />
          {text}
        </li>
      ))}
      <li className="numeric ml-auto">{t('volume.highest', { volume: format.usd(highest) })}</li>
    </ul>
  )
}

const DayTable = ({ days }: DaysProps) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Table caption={t('volume.caption')}>
      <thead>
        <tr>
          <TableHead>{t('volume.day')}</TableHead>
          <TableHead align="end">{t('volume.trades')}</TableHead>
          <TableHead align="end">{t('volume.volume')}</TableHead>
          <TableHead align="end">{t('counts')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, trades, volume, eligible }) => (
          <tr key={day}>
            <TableCell className="numeric whitespace-nowrap">{format.day(day)}</TableCell>
            <TableCell align="end">{trades}</TableCell>
            <TableCell align="end">{format.usd(volume)}</TableCell>
            <TableCell align="end">{format.usd(eligible)}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type Props = {
  /** Accessible description of the chart. */
  readonly label: string
  /** Oldest first. */
  readonly days: readonly DayVolume[]
}

const height = 100
const step = 10
const gap = 2

/** A bar chart of daily volume and its eligible part. The table next to it has the same numbers. */
const VolumeBars = ({ label, days }: Props) => (
  <div className="grid grid-cols-1 gap-1">
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="h-40 w-full tab:h-72 desk:h-92"
    >
      {dayBars(days).map(({ day, volume, eligible }, index) => (
        <g key={day} transform={`translate(${index * step + gap / 2} 0)`}>
          <Bar part={volume} look="fill-line-strong" />
          <Bar part={eligible} look="fill-primary" />
        </g>
      ))}
      <rect y={height - 0.5} width="100%" height="0.5" className="fill-line" />
    </svg>
    <p aria-hidden="true" className="numeric flex justify-between text-label text-ink-2">
      <Day of={days[0]} />
      <Day of={days.at(-1)} />
    </p>
  </div>
)

const Day = ({ of: day }: { readonly of: DayVolume | undefined }) => {
  const format = useFormat()
  return <span>{day && format.day(day.day)}</span>
}

/** Small values keep a minimum height next to days that are a thousand times higher. */
const Bar = ({ part, look }: { readonly part: number; readonly look: string }) => {
  const tall = part > 0 ? Math.max(1, part * height) : 0
  return <rect y={height - tall} width={step - gap} height={tall} className={look} />
}
