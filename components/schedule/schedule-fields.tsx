'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { useClock } from '@/components/app/use-now'
import { useFormat } from '@/components/i18n/use-format'
import { Chip } from '@/components/ui/chip'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { decimalText } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import { type IntervalUnit, intervalUnits, partLimits } from '@/lib/client/schedule/plan'
import { serverClock } from '@/lib/client/server-clock'
import { priceLine } from './price-line'
import type { Schedule } from './use-schedule'

const units = Object.keys(intervalUnits) as IntervalUnit[]
/** Shortcuts for the worst price, in percent. */
const worstChoices = ['5', '10', '20'] as const

type Props = { readonly schedule: Schedule }

/** How many orders, how often, and their worst price. */
export const ScheduleFields = ({ schedule }: Props) => {
  const t = useTranslations('schedule')
  const { form, edit, partsProblem, intervalProblem } = schedule
  const summaryId = useId()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(7.5rem,auto)] items-start gap-3">
        <TextField
          name="parts"
          label={t('parts.label')}
          inputMode="numeric"
          value={form.partsText}
          onChange={(event) => edit({ type: 'parts', text: event.target.value })}
          error={partsError(t, partsProblem)}
        />
        <TextField
          name="every"
          label={t('every.label')}
          inputMode="numeric"
          value={form.everyText}
          onChange={(event) => edit({ type: 'every', text: event.target.value })}
          error={intervalError(t, intervalProblem)}
        />
        <SelectField
          label={t('every.unit')}
          value={form.unit}
          onChange={(event) => edit({ type: 'unit', unit: event.target.value as IntervalUnit })}
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {t(`every.units.${unit}`, { count: Number(form.everyText) || 0 })}
            </option>
          ))}
        </SelectField>
      </div>
      <WorstPrice schedule={schedule} summaryId={summaryId} />
      <Summary schedule={schedule} summaryId={summaryId} />
    </>
  )
}

type Texts = Translator<'schedule'>

// An empty field is not marked: the button asks for it.
function partsError(t: Texts, problem: Schedule['partsProblem']) {
  if (!problem || problem === 'missing') return undefined
  return problem === 'not-whole' ? t('notWhole') : t(`parts.${problem}`, partLimits)
}

function intervalError(t: Texts, problem: Schedule['intervalProblem']) {
  if (!problem || problem === 'missing') return undefined
  return problem === 'not-whole' ? t('notWhole') : t(`every.${problem}`)
}

type PartProps = Props & {
  /** The summary also says what the worst price means. */
  readonly summaryId: string
}

const WorstPrice = ({ schedule, summaryId }: PartProps) => {
  const t = useTranslations('schedule')
  const format = useFormat()
  const locale = useLocale()
  const { form, edit, worstProblem } = schedule
  return (
    <div className="grid gap-2">
      <TextField
        name="worst"
        label={t('worst.label')}
        inputMode="decimal"
        value={form.worstText}
        onChange={(event) => edit({ type: 'worst', text: event.target.value })}
        end={<span className="pr-1.5 text-ink-2">{t('worst.unit')}</span>}
        error={worstProblem && worstProblem !== 'missing' ? t(`worst.${worstProblem}`) : undefined}
        aria-describedby={summaryId}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('worst.choices')}</legend>
        {worstChoices.map((percent) => (
          <Chip
            key={percent}
            pressed={form.worstText === percent}
            onClick={() => edit({ type: 'worst', text: decimalText(percent, locale) })}
            className="numeric flex-1 justify-center"
          >
            {format.wholePercent(Number(percent))}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}

/** What the fields mean; its room is reserved. */
const Summary = ({ schedule, summaryId }: PartProps) => {
  const t = useTranslations('schedule')
  const limit = useTranslations('limit')
  const format = useFormat()
  const { each, parts, intervalSeconds, sellToken, buyToken, worst, market } = schedule
  const until = useClock((nowMs) => {
    if (nowMs === 0 || !parts || !intervalSeconds) return undefined
    const endMs = serverClock.nowMs() + parts * intervalSeconds * 1_000
    return endMs - (endMs % 60_000)
  })
  const isWhole = each !== undefined && parts !== undefined && until !== undefined && sellToken
  const worstText =
    worst && sellToken && buyToken
      ? t('worst.price', {
          price: priceLine({ t: limit, format }, worst, { sold: sellToken, bought: buyToken }),
        })
      : undefined
  return (
    <p
      id={summaryId}
      className="numeric min-h-15 text-small text-ink-2"
      data-slot="schedule-summary"
    >
      {isWhole
        ? t('summary', {
            count: parts,
            each: `${format.amount(each, sellToken)} ${sellToken.symbol}`,
            date: format.local(new Date(until), new Date()),
          })
        : t('summaryEmpty')}{' '}
      {worstText ?? (market.isReading ? t('worst.reading') : null)}
    </p>
  )
}
