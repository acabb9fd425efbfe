import { decimalText, plainDecimal } from '@/lib/client/amount-text'
import { isQuotedInSold } from '@/lib/client/pair-order'
import { pairFromParams, plainAmount } from '@/lib/client/swap/swap-form'
import type { Locale } from '@/lib/core/format/locale'
import { type ExpiryChoice, expiryPresets } from './expiry'
import { type LimitForm, type PriceChoice, startLimit } from './limit-form'

/**
 * Parameters of the form's address: `?chain=` (name or chain id), `?sell=` and `?buy=` (addresses), and with both of
 * them `?amount=` of the sell side, and `?receive=` (the minimum bought) or `?price=` of one token of the side in
 * `?per=` (`sell` or `buy`; a price without it is of the sell side). `?expiry=` is a preset or a time (ISO 8601), `?partial=no` makes it fill-or-kill. Numbers
 * are plain decimals. There is no parameter for the recipient: only the owner may enter that.
 */
export type LimitParams = {
  readonly [name in
    | 'chain'
    | 'sell'
    | 'buy'
    | 'amount'
    | 'receive'
    | 'price'
    | 'per'
    | 'expiry'
    | 'partial']?: string
}

/** The form's state from its address. */
export type LinkedLimit = {
  readonly form: LimitForm
  readonly expiry: ExpiryChoice
  readonly isPartial: boolean
}

type Network = Parameters<typeof pairFromParams>[0]

/** Parses the form's address; ignores malformed parameters and those for another network. */
export function startLinkedLimit(
  network: Network,
  params: LimitParams,
  locale: Locale,
): LinkedLimit {
  const { isWhole, ...pair } = pairFromParams(network, params)
  const form = startLimit(pair)
  const number = (text?: string) => (isWhole ? decimalText(plainAmount(text), locale) : '')
  const sellText = number(params.amount)
  const receive = sellText === '' ? '' : number(params.receive)
  const price = priceFromParams({ receive, price: number(params.price) })
  return {
    form: {
      ...{ ...form, sellText, price: price ?? form.price },
      isInverted: directionFromParam(params.per, price) ?? form.isInverted,
    },
    expiry: expiryFromParam(params.expiry),
    isPartial: params.partial !== 'no',
  }
}

function directionFromParam(per: string | undefined, price: PriceChoice | undefined) {
  if (per === 'buy' || per === 'sell') return per === 'buy'
  return price?.by === 'text' ? false : undefined
}

function priceFromParams(of: { readonly receive: string; readonly price: string }) {
  if (of.receive !== '') return { by: 'amount', text: of.receive } as const
  return of.price === '' ? undefined : ({ by: 'text', text: of.price } as const)
}

const usual = { by: 'preset', preset: 'week' } as const
const presets = Object.keys(expiryPresets) as (keyof typeof expiryPresets)[]

function expiryFromParam(text = ''): ExpiryChoice {
  const preset = presets.find((name) => name === text)
  if (preset) return { by: 'preset', preset }
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? usual : { by: 'moment', text: localText(moment) }
}

/** Formats a time for a date field: local time, to the minute. */
function localText(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

type Place = { readonly network: string; readonly locale: Locale }

/** Returns the parameters that restore the form; omits empty ones. `priceText` is the price field's text. */
export function limitLink(
  { form, expiry, isPartial, priceText }: LinkedLimit & { readonly priceText: string },
  { network, locale }: Place,
): Readonly<Record<keyof LimitParams, string>> {
  const { sellToken = '', buyToken = '', price } = form
  // A price without a direction is of the sell side.
  const usualDirection =
    price.by !== 'text' && price.by !== 'ratio' && isQuotedInSold(form.sellToken, form.buyToken)
  return {
    ...{ chain: network, sell: sellToken, buy: buyToken },
    amount: plainDecimal(form.sellText, locale),
    receive: price.by === 'amount' ? plainDecimal(price.text, locale) : '',
    price: isOwnPrice(price) ? plainDecimal(priceText, locale) : '',
    per: form.isInverted === usualDirection ? '' : form.isInverted ? 'buy' : 'sell',
    expiry: expiryMember(expiry),
    partial: isPartial ? '' : 'no',
  }
}

const isOwnPrice = ({ by }: PriceChoice) => by === 'text' || by === 'ratio'

function expiryMember(expiry: ExpiryChoice): string {
  if (expiry.by === 'preset') return expiry.preset === usual.preset ? '' : expiry.preset
  const moment = new Date(expiry.text)
  return Number.isNaN(moment.getTime()) ? '' : `${moment.toISOString().slice(0, 16)}Z`
}
