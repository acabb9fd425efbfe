import { numberText, type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import type { Translator } from '@/lib/client/i18n/translator'
import type { LinkedAmounts } from '@/lib/client/orders/order-href'
import { type OrderState, orderState } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, sellLimit, shownAmounts } from '@/lib/client/orders/shown-order'
import type { Format } from '@/lib/core/format/format'

type Input = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly amounts: LinkedAmounts
  readonly nowSeconds: number
}

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** States that a title names; the others of an open order are named on its page. */
const named = [
  'expired',
  'cancelled',
  'awaitingSignature',
  'refused',
] as const satisfies OrderState[]

/**
 * Titles an order by what it does or did: "Sold 1.5 WETH for 4,534.87 USDC", "Selling 1.5 WETH for at least 4,503.77
 * USDC", "Expired: sell 1.5 WETH for at least 4,503.77 USDC".
 */
export function receiptTitle(words: Words, input: Input): string {
  const { t } = words
  const { order, nowSeconds, amounts } = input
  const { kind } = order
  const state = orderState(order, { nowSeconds })
  const isHidden = amounts === 'hidden'
  const texts = textsOf(words, input)
  if (hasFills(order)) {
    if (state === 'filled' || isHidden) return t('heading.done', { kind, ...texts })
    const parts = { kind, ...texts, ...partsOf(words, input) }
    return order.status === 'open' ? t('heading.soFar', parts) : t('heading.part', parts)
  }
  const name = named.find((each) => each === state)
  if (name === undefined) {
    return t(isHidden ? 'heading.openHidden' : 'heading.open', { kind, ...texts })
  }
  const intent = t(isHidden ? 'heading.intentHidden' : 'heading.intent', { kind, ...texts })
  return t('heading.state', { state: t(`state.${name}`), order: intent })
}

function textsOf(words: Words, { order, sold, bought, amounts }: Input) {
  if (amounts === 'hidden') return { sold: sold.symbol, bought: bought.symbol }
  const atoms = shownAmounts(order)
  return {
    sold: tokenAmountText(words, atoms.sold, sold),
    bought: tokenAmountText(words, atoms.bought, bought),
  }
}

/** The traded part of the amount that is fixed, and its whole. */
function partsOf(words: Words, { order, sold, bought }: Input) {
  return order.kind === 'sell'
    ? {
        part: numberText(words, order.executedSell, sold),
        whole: tokenAmountText(words, sellLimit(order), sold),
      }
    : {
        part: numberText(words, order.executedBuy, bought),
        whole: tokenAmountText(words, order.buyAmount, bought),
      }
}
