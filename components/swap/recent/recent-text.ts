import type { ExclusionText } from '@/components/orders/exclusion-text'
import {
  exchangeTexts,
  gainTexts,
  partText,
  priceTexts,
  type RowWords,
} from '@/components/orders/list/row-text'
import {
  isEven,
  priceText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import type { Translator } from '@/lib/client/i18n/translator'
import { orderType } from '@/lib/client/orders/order-filter'
import { minMarketGap, orderPrices } from '@/lib/client/orders/order-prices'
import { filledPercent, type OrderPill, type OrderState } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import { type OrderStage, progressSteps } from '@/lib/client/swap/order-progress'
import type { Address } from '@/lib/core/address'

/** The words of a recent order: those of every list, and its own. */
export type RecentWords = RowWords & { readonly swap: Translator<'swap'> }

type NameToken = (address: Address) => ShownToken

/** What an order waits for before it can join an auction; undefined if nothing. */
export type Waits =
  /** Its owner's presignature. */
  | 'unsigned'
  /** The transaction that pays for it. */
  | 'unpaid'
  /** Nothing: that transaction failed. */
  | 'failed'
  | undefined

/** Returns the pill of an order whose payment is on its way, or has failed. */
export function paymentPill(t: Translator<'swap'>, waits: 'unpaid' | 'failed'): OrderPill {
  return waits === 'failed'
    ? { word: t('recent.failed'), tone: 'danger' }
    : { word: t('recent.sent'), tone: 'neutral', sign: 'live' }
}

/** Returns an order as one text, for announcements: "1.5 WETH → 4,534.87 USDC". */
export function titleText(words: RecentWords, order: ShownOrder, nameToken: NameToken): string {
  const { sold, bought } = exchangeTexts(words, order, nameToken)
  return `${sold} → ${bought}`
}

/** Returns the line below an order's amounts: its type, and its limit while it is open, else its price. */
export function termsText(words: RecentWords, order: ShownOrder, nameToken: NameToken): string {
  const { t, swap } = words
  const type = orderType(order)
  if (type === 'swap' && order.status === 'open') {
    const isSell = order.kind === 'sell'
    const { limit } = orderPrices({ ...order, executedSell: 0n, executedBuy: 0n })
    const token = nameToken(isSell ? order.buyToken : order.sellToken)
    const amount = tokenAmountText(words, limit, token)
    return `${t('type.swap')} · ${swap('recent.limit', { kind: order.kind, amount })}`
  }
  const price = priceTexts(words, order, nameToken)
  return price ? `${t(`type.${type}`)} · ${price.price} ${price.unit}` : t(`type.${type}`)
}

type Live = {
  readonly order: ShownOrder
  readonly state: OrderState
  readonly nameToken: NameToken
  readonly stage: OrderStage
  /** Solvers that bid on it. */
  readonly offers: number
  readonly waits: Waits
  readonly exclusion: ExclusionText | undefined
  /** Distance of its limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap: number | undefined
}

/** Returns what an open order waits for, in a few words. */
export function liveText(words: RecentWords, live: Live): string {
  const { t, format, swap } = words
  const { order, state, stage, waits, exclusion, gap = 0 } = live
  if (waits === 'unsigned') return t('note.awaitingSignature')
  if (waits) return swap(waits === 'failed' ? 'sale.failed' : 'sale.title')
  if (state === 'partlyFilled') {
    const percent = format.wholePercent(filledPercent(order))
    const filled = t('state.partlyFilled', { percent })
    return `${filled} · ${partText(words, order, live.nameToken)}`
  }
  if (state === 'refused' || state === 'expiring') return t(`note.${state}`)
  if (stage === 'chosen') return swap('recent.settling')
  if (order.exclusion?.code === 'waitsForPrice') {
    return gap < minMarketGap
      ? t('exclusion.waitsForPrice.reason')
      : swap('recent.away', { percent: format.percent(gap) })
  }
  if (exclusion) return exclusion.reason
  return biddingText(swap, live)
}

type Bidding = Pick<Live, 'offers' | 'stage'>

/** Returns whether solvers bid on an order: else it waits for bids. */
export const isBidding = ({ offers, stage }: Bidding): boolean =>
  stage !== 'scheduled' && stage !== 'held' && (stage !== 'passed-over' || offers > 0)

const biddingText = (swap: Translator<'swap'>, { offers, stage }: Bidding) =>
  isBidding({ offers, stage }) ? swap('recent.bidding', { offers }) : swap('recent.next')

/** What an ended order gained: over its quote if it took one, else over its limit; undefined if there is neither. */
export function resultTexts(words: RecentWords, order: ShownOrder, nameToken: NameToken) {
  if (!hasFills(order)) return undefined
  const { vsQuote: gained, quoted, vsLimit = 0n, limit } = orderPrices(order, order.offer)
  const isOverQuote = gained !== undefined
  if (isEven(gained ?? vsLimit, quoted ?? limit)) {
    return { even: words.t(isOverQuote ? 'receipt.asQuoted' : 'receipt.atLimit') }
  }
  const { vsQuote, vsLimit: overLimit } = gainTexts(words, order, nameToken)
  const gain = vsQuote ?? overLimit
  return gain && { gain, over: words.swap(isOverQuote ? 'recent.vsQuote' : 'recent.vsLimit') }
}

/** One of the four steps of an order. */
export type RecentStep = {
  readonly name: string
  readonly label: string
  readonly note: string
  readonly state: 'done' | 'current' | 'waiting'
}

type Progress = Pick<Live, 'stage' | 'offers' | 'waits' | 'exclusion'> & {
  /** Times of day at which the steps were reached, as far as they are known. */
  readonly times: Readonly<Partial<Record<'signed' | 'chosen', string | undefined>>>
}

/** Returns the steps of an order with their times, or what happens in them. */
export function stepTexts(
  { t, swap }: Pick<RecentWords, 't' | 'swap'>,
  { stage, offers, waits, exclusion, times }: Progress,
): readonly RecentStep[] {
  if (waits) {
    const first = swap(waits === 'unsigned' ? 'step.presign' : 'step.pay')
    const rest = (['auction', 'chosen', 'settled'] as const).map((name) => ({
      ...{ name, label: t(`step.${name}`), note: '', state: 'waiting' as const },
    }))
    return [{ name: 'first', label: first, note: '', state: 'current' }, ...rest]
  }
  const end = stage === 'expired' || stage === 'cancelled' ? stage : 'settled'
  return progressSteps(stage).map(({ name, state }) => {
    const label = t(`step.${name === 'end' ? end : name}`)
    if (name === 'signed') return { name, state, label, note: times.signed ?? '' }
    if (name === 'end') return { name, state, label, note: '' }
    if (name === 'chosen') {
      return { name, state, label, note: times.chosen ?? swap('recent.bestPrice') }
    }
    if (state === 'done') return { name, state, label, note: swap('recent.bids', { offers }) }
    return exclusion
      ? { name, state, label: swap('recent.excluded'), note: exclusion.reason }
      : { name, state, label, note: biddingText(swap, { offers, stage }) }
  })
}

type Reported = Pick<Live, 'order' | 'state' | 'nameToken' | 'stage' | 'exclusion'> & {
  readonly isDelayed: boolean
}

/** Describes an order's state in a sentence; announced when it changes. Stages between auctions share one text. */
export function statusText(words: RecentWords, reported: Reported): string {
  const { swap, t } = words
  const { order, state, stage, exclusion } = reported
  if (order.status === 'fulfilled') return settledText(words, reported)
  if (state === 'endedPartlyFilled') return swap('status.partlyFilled')
  if (order.status === 'expired' || order.status === 'cancelled') {
    return swap(`status.${order.status}`)
  }
  if (state === 'expiring') return t('note.expiring')
  if (stage === 'chosen') return swap('status.chosen')
  if (exclusion) return waitText(words, reported) ?? exclusion.action
  if (state === 'partlyFilled') return swap('status.partlyOpen')
  if (order.isQuoted === false) return swap('status.forPrice')
  return reported.isDelayed ? swap('status.delayed') : swap('status.open')
}

/** At which price a resting order fills; undefined if it waits for something else, or for an unknown token. */
function waitText(words: RecentWords, { order, nameToken }: Reported): string | undefined {
  if (order.exclusion?.code !== 'waitsForPrice') return undefined
  const sold = { atoms: sellLimit(order), token: nameToken(order.sellToken) }
  const bought = { atoms: order.buyAmount, token: nameToken(order.buyToken) }
  const price = priceText(words, sold, bought)
  return price && words.swap('status.atPrice', { price })
}

/** Returns the gain or loss: against the quote if there was one, else against the limit, unless that is a worst price. */
function settledText(words: RecentWords, { order, nameToken }: Reported): string {
  const { swap } = words
  const { kind } = order
  const { vsQuote, vsLimit = 0n, quoted, limit } = orderPrices(order, order.offer)
  const token = nameToken(kind === 'sell' ? order.buyToken : order.sellToken)
  const amountOf = (atoms: bigint) => tokenAmountText(words, atoms, token)
  if (vsQuote !== undefined && isEven(vsQuote, quoted ?? 0n)) return swap('status.asQuoted')
  if (vsQuote !== undefined) {
    return vsQuote > 0n
      ? swap('status.saved', { kind, amount: amountOf(vsQuote) })
      : swap('status.short', { kind, amount: amountOf(-vsQuote) })
  }
  if (order.schedule !== undefined) return swap('status.atMarket')
  if (isEven(vsLimit, limit)) return swap('status.atLimit')
  return swap('status.beyondLimit', { kind, amount: amountOf(vsLimit) })
}
