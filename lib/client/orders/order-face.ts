import type { Translator } from '@/lib/client/i18n/translator'
import { filledPercent, type OrderKnown, type OrderState, orderState } from './order-state'
import type { ShownOrder } from './shown-order'

/** An order's stamp: shape and text. */
export type OrderFace = {
  readonly kind: 'open' | 'filled' | 'expired' | 'cancelled'
  readonly word: string
}

const endings: Partial<Record<OrderState, OrderFace['kind']>> = {
  filled: 'filled',
  endedPartlyFilled: 'filled',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Returns an order's stamp; the service's state takes precedence over the page's. */
export function orderFace(
  t: Translator<'orders'>,
  order: ShownOrder,
  known: OrderKnown,
): OrderFace {
  const state = orderState(order, known)
  return { kind: endings[state] ?? 'open', word: wordOf(t, order, state) }
}

function wordOf(t: Translator<'orders'>, order: ShownOrder, state: OrderState): string {
  if (state === 'excluded') return t(`exclusion.${order.exclusion?.code ?? 'waitsForPrice'}.state`)
  return state === 'partlyFilled'
    ? t('state.partlyFilled', { percent: `${filledPercent(order)}` })
    : t(`state.${state}`)
}
