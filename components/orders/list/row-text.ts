import { exclusionText } from '@/components/orders/exclusion-text'
import {
  gainPercentText,
  gainText,
  gainTone,
  numberText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import type { Translator } from '@/lib/client/i18n/translator'
import { localDay, orderType } from '@/lib/client/orders/order-filter'
import { minMarketGap, orderPrices } from '@/lib/client/orders/order-prices'
import {
  type Exchange,
  listedAmounts,
  pricedAmounts,
  quoteSide,
} from '@/lib/client/orders/order-row'
import { filledPercent, type OrderState } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

/** The translator and the formats that every text of a row needs. */
export type RowWords = { readonly t: Translator<'orders'>; readonly format: Format }

type NameToken = (address: Address) => ShownToken

/** Returns the two amounts that name an order: "1.5 WETH" and "4,534.87 USDC". */
export function exchangeTexts(words: RowWords, order: ShownOrder, nameToken: NameToken) {
  const { sold, bought } = listedAmounts(order)
  return {
    sold: tokenAmountText(words, sold, nameToken(order.sellToken)),
    bought: tokenAmountText(words, bought, nameToken(order.buyToken)),
  }
}

/** Returns an order's price and its unit; undefined if a token's decimals are unknown. */
export function priceTexts({ t, format }: RowWords, order: ShownOrder, nameToken: NameToken) {
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const rate = rateOf(pricedAmounts(order), sold, bought)
  if (rate === undefined) return undefined
  const isSold = quoteSide(order) === 'sold'
  const [quote, base] = isSold ? [sold.symbol, bought.symbol] : [bought.symbol, sold.symbol]
  return { price: format.rate(isSold ? 1 / rate : rate), unit: t('price.unit', { quote, base }) }
}

function rateOf(amounts: Exchange, sold: ShownToken, bought: ShownToken): number | undefined {
  if (sold.decimals === undefined || bought.decimals === undefined) return undefined
  const rate =
    Number(amounts.bought) / 10 ** bought.decimals / (Number(amounts.sold) / 10 ** sold.decimals)
  return Number.isFinite(rate) && rate > 0 ? rate : undefined
}

/** A gain in the token whose amount is not exact, and the same as a percentage. */
export type GainTexts = {
  readonly amount: string
  readonly symbol: string
  readonly percent: string
  readonly tone: 'gain' | 'loss' | 'level'
}

/**
 * Returns what an order gained over its quote and its limit; undefined where there is nothing to compare. The limit of a
 * scheduled order is its worst price, far from the market on purpose: the distance is no gain.
 */
export function gainTexts(words: RowWords, order: ShownOrder, nameToken: NameToken) {
  const prices = orderPrices(order, order.offer)
  const token = nameToken(order.kind === 'sell' ? order.buyToken : order.sellToken)
  const textsOf = (gain: bigint | undefined, over: bigint | undefined): GainTexts | undefined => {
    if (gain === undefined || over === undefined) return undefined
    const text = gainText(words, { gain, token })
    return {
      amount: text.slice(0, text.length - token.symbol.length).trimEnd(),
      symbol: token.symbol,
      percent: gainPercentText(words, { gain, over }),
      tone: gainTones[gainTone(gain, over)],
    }
  }
  return {
    vsQuote: textsOf(prices.vsQuote, prices.quoted),
    vsLimit: order.schedule === undefined ? textsOf(prices.vsLimit, prices.limit) : undefined,
  }
}

const gainTones = { up: 'gain', down: 'loss', level: 'level' } as const

type Noted = {
  readonly order: ShownOrder
  readonly state: OrderState
  readonly nameToken: NameToken
  /** Distance of its limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap?: number | undefined
  readonly now: Date
}

/** Returns what an order waits for, or what became of a part of it; undefined for an ended one without either. */
export function waitText(
  words: RowWords,
  { order, state, nameToken, gap = 0, now }: Noted,
): string | undefined {
  const { t, format } = words
  const when = endText(format, new Date(order.validTo * 1_000), now)
  switch (state) {
    case 'refused':
    case 'awaitingSignature':
    case 'expiring':
      return t(`note.${state}`)
    case 'excluded': {
      if (!order.exclusion) return undefined
      const timeText = (time: Date) => format.local(time, now)
      const { reason, action } = exclusionText(words, order.exclusion, { nameToken, timeText })
      return `${reason} ${action}`
    }
    case 'partlyFilled':
      return t('note.part', { part: partText(words, order, nameToken), when })
    case 'open':
      return gap < minMarketGap
        ? t('note.until', { when })
        : t('note.away', { percent: format.percent(gap), when })
    case 'endedPartlyFilled':
      return t('state.partlyFilled', { percent: format.wholePercent(filledPercent(order)) })
    default:
      return undefined
  }
}

/** Returns an order's type: "Limit". */
export const typeText = ({ t }: RowWords, order: ShownOrder): string =>
  t(`type.${orderType(order)}`)

/** Returns how much of the exact amount is filled: "0.74 of 2 WETH". */
export function partText(words: RowWords, order: ShownOrder, nameToken: NameToken): string {
  const isSell = order.kind === 'sell'
  const token = nameToken(isSell ? order.sellToken : order.buyToken)
  const [done, whole] = isSell
    ? [order.executedSell, sellLimit(order)]
    : [order.executedBuy, order.buyAmount]
  return words.t('note.of', {
    done: numberText(words, done, token),
    whole: tokenAmountText(words, whole, token),
  })
}

/** Formats when an order ends: a time if it is today, else a day. */
const endText = (format: Format, end: Date, now: Date): string =>
  localDay(end) === localDay(now) ? format.clock(end) : format.localShortDay(end, now)

/** Formats when an order was placed in a list without days: "10:04", "Yesterday", "21 Nov". */
export function placedText({ t, format }: RowWords, time: Date, now: Date): string {
  const day = localDay(time)
  if (day === localDay(now)) return format.clock(time)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return day === localDay(yesterday) ? t('day.yesterday') : format.localShortDay(time, now)
}

/** The fraction of a live order that is filled; undefined before its first fill. */
export const filledShare = (order: ShownOrder): number | undefined =>
  hasFills(order) && order.status === 'open' ? filledPercent(order) / 100 : undefined
