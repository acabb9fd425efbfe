import {
  decimalText,
  fieldAmountText,
  type ParsedAmount,
  parseAmountText,
} from '@/lib/client/amount-text'
import type { Locale } from '@/lib/client/i18n/locale'
import type { Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import {
  boughtFor,
  type PriceScale,
  priceDecimals,
  type Ratio,
  ratioOf,
  ratioText,
  typedRatio,
} from './ratio'

/** What decides the price of a limit order. */
export type PriceChoice =
  /** It follows the market until it is reviewed. */
  | { readonly by: 'market' }
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'ratio'; readonly ratio: Ratio }
  /** The amount to be bought was typed: the price follows from both. */
  | { readonly by: 'amount'; readonly text: string }

/** What has been entered for a limit order; everything else follows from it. */
export type LimitForm = {
  readonly sellToken: Address | undefined
  readonly buyToken: Address | undefined
  readonly sellText: string
  readonly price: PriceChoice
  /** Whether the price is shown as sell tokens per buy token. */
  readonly isInverted: boolean
  /** Whether more keystrokes of the amount sold may follow. */
  readonly isTyping: boolean
}

/** What can happen to the form. */
export type LimitEdit =
  | {
      readonly type: 'amount' | 'keystroke'
      readonly side: Side
      readonly text: string
    }
  | { readonly type: 'price'; readonly text: string }
  | { readonly type: 'market' }
  /** The price is shown the other way around; `ratio` is the one that holds. */
  | { readonly type: 'invert'; readonly ratio: Ratio | undefined }
  | { readonly type: 'token'; readonly side: Side; readonly token: Address }
  | { readonly type: 'turn' }
  /** The order was placed. */
  | { readonly type: 'clear' }

/** The empty form for a pair. */
export function startLimit(pair: Pick<LimitForm, 'sellToken' | 'buyToken'>): LimitForm {
  const { sellToken, buyToken } = pair
  const price = { by: 'market' } as const
  return { sellToken, buyToken, sellText: '', price, isInverted: false, isTyping: false }
}

/** The form after an edit; another pair begins at its market. */
export function editLimit(form: LimitForm, edit: LimitEdit): LimitForm {
  const calm = { ...form, isTyping: false }
  switch (edit.type) {
    case 'amount':
    case 'keystroke':
      return edit.side === 'sell'
        ? { ...form, sellText: edit.text, isTyping: edit.type === 'keystroke' }
        : { ...calm, price: { by: 'amount', text: edit.text } }
    case 'price':
      return { ...calm, price: { by: 'text', text: edit.text } }
    case 'market':
      return { ...calm, price: { by: 'market' } }
    case 'invert':
      return { ...calm, price: afterInversion(form, edit.ratio), isInverted: !form.isInverted }
    case 'token':
      return choose(calm, edit)
    case 'turn':
      return { ...calm, ...turned(form) }
    case 'clear':
      return { ...calm, sellText: '', price: { by: 'market' } }
  }
}

/** A text that was typed means another price the other way around. */
function afterInversion({ price }: LimitForm, ratio: Ratio | undefined): PriceChoice {
  if (price.by !== 'text') return price
  return ratio ? { by: 'ratio', ratio } : { by: 'market' }
}

const turned = ({ sellToken, buyToken }: LimitForm) => ({
  sellToken: buyToken,
  buyToken: sellToken,
  price: { by: 'market' } as const,
})

function choose(
  form: LimitForm,
  { side, token }: { readonly side: Side; readonly token: Address },
): LimitForm {
  if (token === (side === 'sell' ? form.buyToken : form.sellToken)) {
    return { ...form, ...turned(form) }
  }
  const pair = side === 'sell' ? { sellToken: token } : { buyToken: token }
  return { ...form, ...pair, price: { by: 'market' } }
}

/** What the form comes to. */
export type LimitView = {
  readonly sold: ParsedAmount
  /** What was typed as the amount to be bought, if that decides the price; a problem of it, whatever does. */
  readonly bought: ParsedAmount | undefined
  /** Atoms sold and at least bought; undefined while the form says no order. */
  readonly terms: { readonly sellAmount: bigint; readonly buyAmount: bigint } | undefined
  readonly price: Ratio | undefined
  /** What was typed as the price, if that decides it. */
  readonly typedPrice: ParsedAmount | undefined
  /** What the fields show. */
  readonly buyText: string
  readonly priceText: string
}

type ViewInput = {
  readonly scale: PriceScale
  readonly market: Ratio | undefined
  /** By whose marks amounts and prices are typed and shown. */
  readonly locale: Locale
}

/** Reads what the form comes to, given the market for it, as far as that is known. */
export function viewLimit(form: LimitForm, { scale, market, locale }: ViewInput): LimitView {
  const { price: choice } = form
  const sold = parseAmountText(form.sellText, scale.sellDecimals, locale)
  const sellAmount = 'atoms' in sold ? sold.atoms : 0n
  const bought =
    choice.by === 'amount' ? parseAmountText(choice.text, scale.buyDecimals, locale) : undefined
  const typed = bought && 'atoms' in bought ? bought.atoms : 0n
  const typedPrice =
    choice.by === 'text' ? parseAmountText(choice.text, priceDecimals, locale) : undefined
  const given = { scale, market, typedPrice }
  const price = choice.by === 'amount' ? ratioOf(typed, sellAmount) : priceOf(choice, given)
  const buyAmount = price && choice.by !== 'amount' ? boughtFor(sellAmount, price) : typed
  const isTooLarge = buyAmount >> 256n > 0n
  const isOrder = price !== undefined && sellAmount > 0n && !isTooLarge
  const shown = isOrder ? fieldAmountText(buyAmount, scale.buyDecimals, locale) : ''
  return {
    ...{ sold, price, typedPrice },
    bought: isTooLarge ? { problem: 'too-large' } : bought,
    terms: isOrder ? { sellAmount, buyAmount } : undefined,
    buyText: choice.by === 'amount' ? choice.text : shown,
    priceText: choice.by === 'text' ? choice.text : shownPrice(price, { scale, locale }),
  }
}

function shownPrice(price: Ratio | undefined, { scale, locale }: Omit<ViewInput, 'market'>) {
  return price ? decimalText(ratioText(price, scale), locale) : ''
}

function priceOf(
  choice: Exclude<PriceChoice, { readonly by: 'amount' }>,
  { scale, market, typedPrice }: Omit<ViewInput, 'locale'> & Pick<LimitView, 'typedPrice'>,
): Ratio | undefined {
  if (choice.by === 'ratio') return choice.ratio
  return typedPrice ? typedRatio(typedPrice, scale) : market
}
