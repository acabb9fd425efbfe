import { type ParsedAmount, parseAmountText } from '@/lib/client/amount-text'
import {
  editLimit,
  type LimitEdit,
  type LimitForm,
  startLimit,
} from '@/lib/client/limit/limit-form'
import type { Ratio } from '@/lib/client/limit/ratio'
import type { Locale } from '@/lib/core/format/locale'
import {
  type IntervalProblem,
  type IntervalUnit,
  intervalProblem,
  intervalUnits,
  partLimits,
  worsenedBy,
} from './plan'

/** The user's input for a scheduled order; the pair and the total are those of a limit order's form. */
export type ScheduleForm = LimitForm & {
  readonly partsText: string
  readonly everyText: string
  readonly unit: IntervalUnit
  /** How much worse than today's the price may be, in percent. */
  readonly worstText: string
}

/** The form's events. */
export type ScheduleEdit =
  | LimitEdit
  | { readonly type: 'parts' | 'every' | 'worst'; readonly text: string }
  | { readonly type: 'unit'; readonly unit: IntervalUnit }

/** A week of daily orders, at most 10 % worse than today. */
export const usualSchedule = {
  partsText: '7',
  everyText: '1',
  unit: 'day',
  worstText: '10',
} as const satisfies Partial<ScheduleForm>

/** The empty form for a pair. */
export function startSchedule(pair: Pick<ScheduleForm, 'sellToken' | 'buyToken'>): ScheduleForm {
  return { ...startLimit(pair), ...usualSchedule }
}

/** Applies an event. */
export function editSchedule(form: ScheduleForm, edit: ScheduleEdit): ScheduleForm {
  switch (edit.type) {
    case 'parts':
      return { ...form, partsText: edit.text }
    case 'every':
      return { ...form, everyText: edit.text }
    case 'worst':
      return { ...form, worstText: edit.text }
    case 'unit':
      return { ...form, unit: edit.unit }
    default:
      return { ...form, ...editLimit(form, edit) }
  }
}

/** Why the number of parts cannot be used. */
export type PartsProblem = 'missing' | 'not-whole' | 'too-few' | 'too-many'

/** Why the worst price cannot be used. */
export type WorstProblem = 'missing' | 'not-percent' | 'too-much'

/** The form's derived values; an undefined one is missing or invalid, and its problem says why: `missing` if it is empty. */
export type ScheduleView = {
  readonly sold: ParsedAmount
  readonly parts: number | undefined
  readonly partsProblem: PartsProblem | undefined
  readonly intervalSeconds: number | undefined
  readonly intervalProblem: IntervalProblem | 'missing' | undefined
  readonly worstBps: number | undefined
  readonly worstProblem: WorstProblem | undefined
  /** The worst price; undefined while the market is unknown. */
  readonly worst: Ratio | undefined
  /** Atoms that the first part sells; undefined if a part would sell nothing. */
  readonly each: bigint | undefined
}

type ViewInput = {
  readonly sellDecimals: number
  /** Today's price. */
  readonly market: Ratio | undefined
  readonly locale: Locale
}

/** Beyond this a worst price protects from nothing. */
const maxWorstBps = 9_000

/** Derives the form's values, given the market price if known. */
export function viewSchedule(form: ScheduleForm, input: ViewInput): ScheduleView {
  const { sellDecimals, market, locale } = input
  const sold = parseAmountText(form.sellText, sellDecimals, locale)
  const parts = readParts(form.partsText, locale)
  const count = 'count' in parts ? parts.count : undefined
  const seconds = wholeNumber(form.everyText, locale) * intervalUnits[form.unit]
  const problem = isEmpty(form.everyText)
    ? 'missing'
    : intervalProblem(seconds, count ?? partLimits.min)
  const worst = readWorst(form.worstText, locale)
  const bps = 'bps' in worst ? worst.bps : undefined
  const total = 'atoms' in sold ? sold.atoms : 0n
  const divisor = BigInt(count ?? partLimits.max)
  return {
    sold,
    parts: count,
    partsProblem: 'problem' in parts ? parts.problem : undefined,
    intervalSeconds: problem === undefined ? seconds : undefined,
    intervalProblem: problem,
    worstBps: bps,
    worstProblem: 'problem' in worst ? worst.problem : undefined,
    worst: market && bps !== undefined ? worsenedBy(market, bps) : undefined,
    each: count !== undefined && total >= divisor ? (total + divisor - 1n) / divisor : undefined,
  }
}

function readParts(text: string, locale: Locale) {
  if (isEmpty(text)) return { problem: 'missing' } as const
  const count = wholeNumber(text, locale)
  if (Number.isNaN(count)) return { problem: 'not-whole' } as const
  if (count < partLimits.min) return { problem: 'too-few' } as const
  return count > partLimits.max ? ({ problem: 'too-many' } as const) : { count }
}

function readWorst(text: string, locale: Locale) {
  if (isEmpty(text)) return { problem: 'missing' } as const
  const read = parseAmountText(text.replace('%', ''), 2, locale)
  if (!('atoms' in read)) return { problem: 'not-percent' } as const
  const bps = Number(read.atoms)
  return bps > maxWorstBps ? ({ problem: 'too-much' } as const) : { bps }
}

const isEmpty = (text: string) => text.trim() === ''

/** NaN unless the text is a whole number. */
function wholeNumber(text: string, locale: Locale): number {
  const read = parseAmountText(text, 0, locale)
  return 'atoms' in read ? Number(read.atoms) : Number.NaN
}
