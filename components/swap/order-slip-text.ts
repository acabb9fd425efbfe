import type { Step } from '@/components/ui/stepper'
import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Outcome } from '@/lib/client/swap/order-outcome'
import { type OrderStage, progressSteps } from '@/lib/client/swap/order-progress'
import type { SwapOrder } from './swap-order'

type Texts = Translator<'swap'>

/** The word on the stamp of a slip. */
export function stampText(
  t: Texts,
  status: Outcome['status'],
  { isUnsigned, isCancelling }: { readonly isUnsigned: boolean; readonly isCancelling: boolean },
): string {
  if (status !== 'open') return t(`slipStamp.${status}`)
  if (isCancelling) return t('slipStamp.cancelling')
  return isUnsigned ? t('slipStamp.unsigned') : t('slipStamp.open')
}

type RailAmounts = {
  readonly limit: string
  readonly quoted: string
  readonly executed: string | undefined
  readonly saved: string | undefined
}

/** What stands at the ticks of a slip's price rail. */
export function railLabels(t: Texts, { kind }: Outcome, amounts: RailAmounts) {
  const { limit, quoted, executed, saved } = amounts
  return {
    limit: t('slip.limit', { kind, amount: limit }),
    quoted: t('slip.quoted', { amount: quoted }),
    executed: executed === undefined ? undefined : t('slip.executed', { kind, amount: executed }),
    surplus: saved,
  }
}

/** The steps of an order that its owner has yet to sign by a transaction. */
export const unsignedSteps = (t: Texts): readonly Step[] => [
  { label: t('slipStep.presign'), state: 'current' },
  { label: t('slipStep.auction'), state: 'waiting' },
  { label: t('slipStep.chosen'), state: 'waiting' },
  { label: t('slipStep.settled'), state: 'waiting' },
]

/** The steps of an order, with a note on the one where it is. */
export function stepTexts(
  t: Texts,
  stage: OrderStage,
  { offers }: { readonly offers: number },
): readonly Step[] {
  const end = stage === 'expired' || stage === 'cancelled' ? stage : 'settled'
  const notes: Partial<Record<OrderStage, string>> = {
    held: t('slipNote.held'),
    scheduled: t('slipNote.scheduled'),
    competing: t('slipNote.competing'),
    'passed-over': t('slipNote.passedOver'),
    chosen: t('slipNote.chosen', { offers }),
    'partly-filled': t('slipNote.partlyFilled'),
  }
  return progressSteps(stage).map(({ name, state }) => {
    const note = state === 'current' ? notes[stage] : undefined
    const label = name === 'end' ? t(`slipStep.${end}`) : t(`slipStep.${name}`)
    return { label, state, ...(note !== undefined && { note }) }
  })
}

type Placed = { readonly placed: SwapOrder; readonly outcome: Outcome }

/** How an order stands, in words. */
export function statusText(t: Texts, format: Format, { placed, outcome }: Placed): string {
  if (outcome.status === 'fulfilled') return settledText(t, format, { placed, outcome })
  if (outcome.status === 'expired') return t('slipStatus.expired')
  if (outcome.status === 'cancelled') return t('slipStatus.cancelled')
  return outcome.isDelayed ? t('slipStatus.delayed') : t('slipStatus.open')
}

/** What was saved: against the quote where the price was better, else against the limit. */
function settledText(t: Texts, format: Format, { placed, outcome }: Placed): string {
  const { kind, executed = 0n, saved } = outcome
  const { order, sellToken, buyToken, quotedAmount } = placed
  const isSell = kind === 'sell'
  const token = isSell ? buyToken : sellToken
  const amountOf = (atoms: bigint) => `${format.amount(atoms, token.decimals)} ${token.symbol}`
  if (saved !== undefined) return t('slipStatus.saved', { kind, amount: amountOf(saved) })
  if (executed === quotedAmount) return t('slipStatus.asQuoted')
  const beyond = isSell ? executed - order.buyAmount : order.sellAmount - executed
  return t('slipStatus.beyondLimit', { kind, amount: amountOf(beyond) })
}
