import { decimalText, plainDecimal } from '@/lib/client/amount-text'
import { pairFromParams, plainAmount } from '@/lib/client/swap/swap-form'
import type { Locale } from '@/lib/core/format/locale'
import { type IntervalUnit, intervalUnits } from './plan'
import { type ScheduleForm, startSchedule, usualSchedule } from './schedule-form'

/**
 * Parameters of the form's address: `?chain=` (name or chain id), `?sell=` and `?buy=` (addresses), and with both of them
 * `?amount=` that all orders sell together. `?parts=` is their number, `?every=` and `?unit=` (`minute`, `hour`, `day`,
 * `week`) the interval, `?worst=` how much worse than today's the price may be, in percent. Numbers are plain decimals.
 */
export type ScheduleParams = {
  readonly [name in
    | 'chain'
    | 'sell'
    | 'buy'
    | 'amount'
    | 'parts'
    | 'every'
    | 'unit'
    | 'worst']?: string
}

type Network = Parameters<typeof pairFromParams>[0]

/** Parses the form's address; ignores malformed parameters and those for another network. */
export function startLinkedSchedule(
  network: Network,
  params: ScheduleParams,
  locale: Locale,
): ScheduleForm {
  const { isWhole, ...pair } = pairFromParams(network, params)
  const form = startSchedule(pair)
  const number = (text: string | undefined, usual: string) =>
    decimalText(plainAmount(text), locale) || usual
  return {
    ...form,
    sellText: isWhole ? number(params.amount, '') : '',
    partsText: number(params.parts, form.partsText),
    everyText: number(params.every, form.everyText),
    unit: isUnit(params.unit) ? params.unit : form.unit,
    worstText: number(params.worst, form.worstText),
  }
}

const isUnit = (text: string | undefined): text is IntervalUnit =>
  text !== undefined && Object.hasOwn(intervalUnits, text)

type Place = { readonly network: string; readonly locale: Locale }

/** Returns the parameters that restore the form; omits empty and usual ones. */
export function scheduleLink(
  form: ScheduleForm,
  { network, locale }: Place,
): Readonly<Record<keyof ScheduleParams, string>> {
  const { sellToken = '', buyToken = '', unit } = form
  const number = (name: 'partsText' | 'everyText' | 'worstText') =>
    form[name] === usualSchedule[name] ? '' : plainDecimal(form[name], locale)
  return {
    ...{ chain: network, sell: sellToken, buy: buyToken },
    amount: plainDecimal(form.sellText, locale),
    parts: number('partsText'),
    every: number('everyText'),
    unit: unit === usualSchedule.unit ? '' : unit,
    worst: number('worstText'),
  }
}
