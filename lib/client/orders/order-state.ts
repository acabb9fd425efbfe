import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'
import { hasFills, type ShownOrder, sellLimit } from './shown-order'

/** An order's state as its row and its page show it. */
export type OrderState =
  | 'filled'
  /** Ended partly filled. */
  | 'endedPartlyFilled'
  | 'expired'
  | 'cancelled'
  /** Cancelled by its owner, not yet confirmed by the service. */
  | 'cancelling'
  /** Placed on-chain, and rejected by the service, which cannot prevent the placement. */
  | 'refused'
  /** Awaits its presignature. */
  | 'awaitingSignature'
  /** Expired, not yet confirmed by the service. */
  | 'expiring'
  /** Excluded from auctions; `exclusion` gives the reason. */
  | 'excluded'
  | 'partlyFilled'
  | 'open'

/** What determines the state, apart from the order itself. */
export type OrderKnown = {
  readonly nowSeconds: number
  readonly isCancelling?: boolean
}

/**
 * Derives an order's state. Precedence: the service's final states, then the owner's actions, then what prevents a
 * fill.
 */
export function orderState(order: ShownOrder, known: OrderKnown): OrderState {
  if (order.status === 'fulfilled') return 'filled'
  if (order.status !== 'open') return hasFills(order) ? 'endedPartlyFilled' : order.status
  if (known.isCancelling) return 'cancelling'
  if (order.placementError) return 'refused'
  if (!order.signed) return 'awaitingSignature'
  if (order.validTo < known.nowSeconds) return 'expiring'
  // An order that waits for its price is open, as its owner intended.
  const { exclusion } = order
  if (exclusion && exclusion.code !== 'waitsForPrice') return 'excluded'
  return hasFills(order) ? 'partlyFilled' : 'open'
}

/** The traded percentage of the order, rounded down. */
export function filledPercent(order: ShownOrder): number {
  const [done, whole] =
    order.kind === 'sell'
      ? [order.executedSell, sellLimit(order)]
      : [order.executedBuy, order.buyAmount]
  return whole === 0n ? 0 : Number((done * 100n) / whole)
}

/** An order's stamp: shape and text. */
export type OrderStamp = {
  readonly kind: 'open' | 'filled' | 'expired' | 'cancelled'
  readonly word: string
}

const endings: Partial<Record<OrderState, OrderStamp['kind']>> = {
  filled: 'filled',
  endedPartlyFilled: 'filled',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** An order's pill in lists: its word, a sign in front of it and a tone that supports it. */
export type OrderPill = {
  readonly word: string
  readonly tone: 'neutral' | 'primary' | 'surplus' | 'danger' | 'warn' | 'info'
  readonly sign?: 'live' | 'dot' | 'check' | 'pen'
}

const pills: Record<OrderState, Omit<OrderPill, 'word'>> = {
  filled: { tone: 'surplus', sign: 'check' },
  endedPartlyFilled: { tone: 'surplus', sign: 'check' },
  expired: { tone: 'neutral' },
  cancelled: { tone: 'danger' },
  cancelling: { tone: 'neutral', sign: 'live' },
  refused: { tone: 'danger' },
  awaitingSignature: { tone: 'warn', sign: 'pen' },
  expiring: { tone: 'neutral', sign: 'live' },
  excluded: { tone: 'warn', sign: 'dot' },
  partlyFilled: { tone: 'info', sign: 'dot' },
  open: { tone: 'info', sign: 'dot' },
}

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** Returns an order's pill; one that takes part in auctions says so. */
export function orderPill(words: Words, order: ShownOrder, known: OrderKnown): OrderPill {
  const state = orderState(order, known)
  if (state === 'open' && !order.exclusion) {
    return { word: words.t('state.inAuction'), tone: 'primary', sign: 'live' }
  }
  return { ...pills[state], word: wordOf(words, order, state) }
}

/** Returns an order's stamp; the service's state takes precedence over the page's. */
export function orderStamp(words: Words, order: ShownOrder, known: OrderKnown): OrderStamp {
  const state = orderState(order, known)
  return { kind: endings[state] ?? 'open', word: wordOf(words, order, state) }
}

function wordOf({ t, format }: Words, order: ShownOrder, state: OrderState): string {
  if (state === 'excluded') return t(`exclusion.${order.exclusion?.code ?? 'waitsForPrice'}.state`)
  return state === 'partlyFilled'
    ? t('state.partlyFilled', { percent: format.wholePercent(filledPercent(order)) })
    : t(`state.${state}`)
}
