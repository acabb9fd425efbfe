import { exclusionText } from '@/components/orders/exclusion-text'
import type { ShownToken } from '@/components/orders/token-amount'
import type { Translator } from '@/lib/client/i18n/translator'
import { filledPercent, type OrderState } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

type Noted = {
  readonly order: ShownOrder
  readonly state: OrderState
  readonly nameToken: (address: Address) => ShownToken
  /** Distance of its limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap?: number | undefined
  readonly now: Date
}

/** Returns the note under an order's stamp: its exclusion and the remedy, else its expiry or filled share. */
export function orderNote(
  words: Words,
  { order, state, nameToken, gap, now }: Noted,
): string | undefined {
  const { t, format } = words
  const timeText = (time: Date) => format.local(time, now)
  switch (state) {
    case 'refused':
    case 'awaitingSignature':
    case 'expiring':
      return t(`note.${state}`)
    case 'excluded':
    case 'open':
    case 'partlyFilled': {
      if (!order.exclusion)
        return t('note.until', { when: timeText(new Date(order.validTo * 1_000)) })
      const { reason, action } = exclusionText(words, order.exclusion, { nameToken, timeText, gap })
      return `${reason} ${action}`
    }
    case 'endedPartlyFilled':
      return t('note.ended', { percent: format.wholePercent(filledPercent(order)) })
    default:
      return undefined
  }
}
