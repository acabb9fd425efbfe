import type { ExclusionText } from '@/components/orders/exclusion-text'
import type { StampKind } from '@/components/ui/stamp'
import type { Step } from '@/components/ui/stepper'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Outcome } from '@/lib/client/swap/order-outcome'
import { type OrderStage, progressSteps } from '@/lib/client/swap/order-progress'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { Format } from '@/lib/core/format/format'

type Texts = Translator<'swap'>

type Placed = {
  readonly placed: Pick<SwapOrder, 'sellToken' | 'buyToken'>
  readonly outcome: Outcome
}

/** Amounts in a slip's title: the traded ones, else the quoted ones, else the limit, which is labelled as such. */
export function titleText(t: Texts, format: Format, { placed, outcome }: Placed): string {
  const { kind, exact, limit, quoted, executed } = outcome
  const { sellToken, buyToken } = placed
  const isSell = kind === 'sell'
  const [fixed, flexible] = isSell ? [sellToken, buyToken] : [buyToken, sellToken]
  const price = executed ?? quoted
  const amount = format.amount(price ?? limit, flexible)
  const named = price === undefined ? t('slip.limit', { kind, amount }) : amount
  const one = `${format.amount(exact, fixed)} ${fixed.symbol}`
  const other = `${named} ${flexible.symbol}`
  return isSell ? `${one} → ${other}` : `${other} → ${one}`
}

/** Returns whether an order ended partly filled. */
const isPartlyDone = ({ status, executed }: Outcome) =>
  (status === 'expired' || status === 'cancelled') && executed !== undefined

const stamps: Record<Outcome['status'], StampKind> = {
  open: 'open',
  fulfilled: 'filled',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Returns the shape of a slip's stamp. */
export const stampKind = (outcome: Outcome): StampKind =>
  isPartlyDone(outcome) ? 'filled' : stamps[outcome.status]

/** What an order waits for before it can join an auction; undefined if nothing. */
export type Waits =
  /** Its owner's presignature. */
  | 'unsigned'
  /** The transaction that pays for it. */
  | 'unpaid'
  /** Nothing: that transaction failed. */
  | 'failed'
  | undefined

type Stamped = {
  readonly waits: Waits
  readonly isCancelling: boolean
  /** Why it is excluded from auctions. */
  readonly exclusion?: ExclusionText | undefined
}

/** Returns the text of a slip's stamp. */
export function stampText(
  t: Texts,
  outcome: Outcome,
  { waits, isCancelling, exclusion }: Stamped,
): string {
  const { status } = outcome
  if (isPartlyDone(outcome)) return t('slipStamp.partlyFilled')
  if (status !== 'open') return t(`slipStamp.${status}`)
  if (isCancelling) return t('slipStamp.cancelling')
  if (waits) return t(`slipStamp.${waits}`)
  if (outcome.wait === 'ending') return t('slipStamp.ending')
  return exclusion?.state ?? t('slipStamp.open')
}

/** Returns the steps of an order that awaits a presignature or a payment on-chain. */
export const waitingSteps = (t: Texts, waits: NonNullable<Waits>): readonly Step[] => [
  { label: t(waits === 'unsigned' ? 'slipStep.presign' : 'slipStep.pay'), state: 'current' },
  { label: t('slipStep.auction'), state: 'waiting' },
  { label: t('slipStep.chosen'), state: 'waiting' },
  { label: t('slipStep.settled'), state: 'waiting' },
]

/** An order's progress, and the number of solvers that bid on it. */
type Progress = {
  readonly stage: OrderStage
  readonly offers: number
  readonly outcome: Pick<Outcome, 'quoted' | 'wait'>
  /** Why it is excluded from auctions, and the auction step's label in that case. */
  readonly excluded?: { readonly label: string; readonly reason: string } | undefined
}

/** Returns the steps of an order, with a note on the current one. */
export function stepTexts(
  t: Texts,
  { stage, offers, outcome, excluded }: Progress,
): readonly Step[] {
  const end = stage === 'expired' || stage === 'cancelled' ? stage : 'settled'
  const forPrice = outcome.quoted === undefined ? t('slipNote.forPrice') : undefined
  const notes: Partial<Record<OrderStage, string>> = {
    held: t('slipNote.held'),
    scheduled: forPrice ?? t('slipNote.scheduled'),
    competing: forPrice ?? t('slipNote.competing'),
    'passed-over': forPrice ?? t('slipNote.passedOver'),
    chosen: t('slipNote.chosen', { offers }),
    'partly-filled': t('slipNote.partlyFilled'),
  }
  return progressSteps(stage).map(({ name, state }) => {
    if (excluded && name === 'auction' && state === 'current') {
      return { label: excluded.label, state, note: excluded.reason }
    }
    const note = state === 'current' && outcome.wait !== 'ending' ? notes[stage] : undefined
    const label = name === 'end' ? t(`slipStep.${end}`) : t(`slipStep.${name}`)
    return { label, state, ...(note !== undefined && { note }) }
  })
}

type StatusInput = Placed & {
  readonly stage?: OrderStage
  readonly exclusion?: ExclusionText | undefined
}

/**
 * Describes an order's state; announced when it changes. Steps that an open order alternates between share one text.
 */
export function statusText(
  t: Texts,
  format: Format,
  { placed, outcome, stage, exclusion }: StatusInput,
): string {
  if (outcome.status === 'fulfilled') return settledText(t, format, { placed, outcome })
  if (isPartlyDone(outcome)) return t('slipStatus.partlyFilled')
  if (outcome.status === 'expired') return t('slipStatus.expired')
  if (outcome.status === 'cancelled') return t('slipStatus.cancelled')
  if (outcome.wait === 'ending') return t('slipStatus.ending')
  if (stage === 'chosen') return t('slipStatus.chosen')
  if (exclusion) return exclusion.action
  if (outcome.executed !== undefined) return t('slipStatus.partlyOpen')
  if (outcome.quoted === undefined) return t('slipStatus.forPrice')
  return outcome.wait === 'long' ? t('slipStatus.delayed') : t('slipStatus.open')
}

/** Returns the gain or loss: against the quote if there was one, else against the limit. */
function settledText(t: Texts, format: Format, { placed, outcome }: Placed): string {
  const { kind, vsQuote, vsLimit = 0n } = outcome
  const token = kind === 'sell' ? placed.buyToken : placed.sellToken
  const amountOf = (atoms: bigint) => `${format.amount(atoms, token)} ${token.symbol}`
  if (vsQuote === 0n) return t('slipStatus.asQuoted')
  if (vsQuote !== undefined) {
    return vsQuote > 0n
      ? t('slipStatus.saved', { kind, amount: amountOf(vsQuote) })
      : t('slipStatus.short', { kind, amount: amountOf(-vsQuote) })
  }
  if (vsLimit === 0n) return t('slipStatus.atLimit')
  return t('slipStatus.beyondLimit', { kind, amount: amountOf(vsLimit) })
}
