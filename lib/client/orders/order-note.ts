import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import { filledPercent, type OrderState } from './order-state'
import type { ShownOrder } from './shown-order'

type Noted = {
  readonly order: ShownOrder
  readonly state: OrderState
  readonly soldSymbol: string
  /** How far the limit is beyond the market; undefined where that is not known. */
  readonly gap: number | undefined
  readonly now: Date
}

const distances = { style: 'percent', maximumSignificantDigits: 2 } as const

/** What there is to say of an order beside its stamp: what it waits for, what helps, or how long it stands. */
export function orderNote(
  t: Translator<'orders'>,
  format: Format,
  { order, state, soldSymbol: symbol, gap = 0, now }: Noted,
): string | undefined {
  const distance = format.number(gap, distances)
  const until = () => t('note.until', { when: format.local(new Date(order.validTo * 1_000), now) })
  switch (state) {
    case 'allowanceMissing':
    case 'lowBalance':
      return t(`note.${state}`, { symbol })
    case 'priceMoved':
      return t('note.priceMoved', { distance })
    case 'refused':
    case 'awaitingSignature':
    case 'expiring':
      return t(`note.${state}`)
    case 'open':
      return gap > 0.001 && !order.isQuoted ? t('note.waits', { distance }) : until()
    case 'partlyFilled':
      return until()
    case 'endedPartlyFilled':
      return t('note.ended', { percent: `${filledPercent(order)}` })
    default:
      return undefined
  }
}
