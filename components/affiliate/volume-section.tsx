'use client'

import { useState } from 'react'
import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { MarketSection } from '@/components/tokens/market-section'
import { Disclosure } from '@/components/ui/disclosure'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { type DayVolume, lastDays, sumOf } from './day-bars'
import { useAffiliateDays } from './use-rewards'
import { VolumeBars } from './volume-bars'

const ranges = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

type Range = (typeof ranges)[number]['value']

/** What the traders of an affiliate traded by the day: bars, and a table with the same numbers. */
export const VolumeSection = ({ wallet }: { readonly wallet: Address }) => {
  const [range, setRange] = useState<Range>('30')
  const asked = useAffiliateDays(wallet, Number(range))
  return (
    <MarketSection title="Volume by day" aside={<AsOf ms={asked.data?.asOfMs} />}>
      <ChoiceRow label="Days" choices={ranges} value={range} onChoose={setRange} />
      <Answer
        asked={asked}
        what="The volume"
        skeleton={<Skeleton className="h-56 rounded-card" />}
        missing={<p className="text-small text-ink-2">No trades have come with your code yet.</p>}
      >
        {({ body }) => (
          <div className={asked.isPlaceholderData ? 'opacity-60' : undefined}>
            <Volume days={lastDays(body, { count: Number(range), nowMs: asked.dataUpdatedAt })} />
          </div>
        )}
      </Answer>
    </MarketSection>
  )
}

type DaysProps = { readonly days: readonly DayVolume[] }

const Volume = ({ days }: DaysProps) => {
  const { trades, volume, eligible } = sumOf(days)
  if (trades === 0) {
    return (
      <p className="text-small text-ink-2">
        No trades have come with your code in the last {days.length} days.
      </p>
    )
  }
  const words = `In the last ${days.length} days: ${trades} ${trades === 1 ? 'trade' : 'trades'}, ${usdText(volume)} in all, of which ${usdText(eligible)} counts.`
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-3 tab:p-4">
        <Legend highest={days.reduce((most, day) => Math.max(most, day.volume), 0)} />
        <VolumeBars label={words} days={days} />
      </div>
      <p className="text-small text-ink-2">{words} Days are UTC.</p>
      <Disclosure summary="Show as table">
        <DayTable days={days.filter((day) => day.trades > 0)} />
      </Disclosure>
    </div>
  )
}

const Legend = ({ highest }: { readonly highest: number }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-2">
    {[
      { look: 'bg-primary', text: 'Counts' },
      { look: 'bg-line-strong', text: 'Does not count' },
    ].map(({ look, text }) => (
      <li key={text} className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`size-3 rounded-sm ${look}`} />
        {text}
      </li>
    ))}
    <li className="numeric ml-auto">Highest day: {usdText(highest)}</li>
  </ul>
)

const DayTable = ({ days }: DaysProps) => {
  return (
    <Table caption="Days with trades">
      <thead>
        <tr>
          <TableHead>Day (UTC)</TableHead>
          <TableHead align="end">Trades</TableHead>
          <TableHead align="end">Volume</TableHead>
          <TableHead align="end">Counts</TableHead>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, trades, volume, eligible }) => (
          <tr key={day}>
            <TableCell className="numeric whitespace-nowrap">{day}</TableCell>
            <TableCell align="end">{trades}</TableCell>
            <TableCell align="end">{usdText(volume)}</TableCell>
            <TableCell align="end">{usdText(eligible)}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
