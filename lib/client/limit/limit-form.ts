import { fieldAmountText, type ParsedAmount, parseAmountText } from '@/lib/client/amount-text'
import { isQuotedInSold } from '@/lib/client/pair-order'
import type { Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import type { Locale } from '@/lib/core/format/locale'
import { fieldPriceText, shownNumber } from './limit-price'
import { boughtFor, type PriceScale, priceDecimals, type Ratio, ratioOf, typedRatio } from './ratio'

/** What determines the price of a limit order. */
export type PriceChoice =
  /** The market, until the review. */
  | { readonly by: 'market' }
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'ratio'; readonly ratio: Ratio }
  /** The typed buy amount: the price follows from both amounts. */
  | { readonly by: 'amount'; readonly text: string }

/** The user's input for a limit order; everything else follows from it. */
export type LimitForm = {
  readonly sellToken: Address | undefined
  readonly buyToken: Address | undefined
  readonly sellText: string
  readonly price: PriceChoice
  /** Whether the price is shown as sell tokens per buy token. */
  readonly isInverted: boolean
  /** Whether the user may still be typing the sell amount. */
  readonly isTyping: boolean
}

/** The form's events. */
export type LimitEdit =
  | {
      readonly type: 'amount' | 'keystroke'
      readonly side: Side
      readonly text: string
    }
  | { readonly type: 'price'; readonly text: string }
  | { readonly type: 'market' }
  /** Inverts the displayed price; `ratio` is the current one. */
  | { readonly type: 'invert'; readonly ratio: Ratio | undefined }
  | { readonly type: 'token'; readonly side: Side; readonly token: Address }
  | { readonly type: 'flip' }
  /** The order was placed. */
  | { readonly type: 'clear' }

/** The empty form for a pair, whose price is shown in dollars if one of the tokens is a dollar. */
export function startLimit(pair: Pick<LimitForm, 'sellToken' | 'buyToken'>): LimitForm {
  return { ...pairAtMarket(pair), sellText: '', isTyping: false }
}

/** Another pair starts at its market price, in its usual direction. */
const pairAtMarket = ({ sellToken, buyToken }: Pick<LimitForm, 'sellToken' | 'buyToken'>) => ({
  ...{ sellToken, buyToken, isInverted: isQuotedInSold(sellToken, buyToken) },
  price: { by: 'market' } as const,
})

/** Applies an event; another pair starts at its market price. */
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
    case 'flip':
      return { ...calm, ...flipped(form) }
    case 'clear':
      return { ...calm, sellText: '', price: { by: 'market' } }
  }
}

/** A typed text would mean another price when inverted. */
function afterInversion({ price }: LimitForm, ratio: Ratio | undefined): PriceChoice {
  if (price.by !== 'text') return price
  return ratio ? { by: 'ratio', ratio } : { by: 'market' }
}

const flipped = ({ sellToken, buyToken }: LimitForm) =>
  pairAtMarket({ sellToken: buyToken, buyToken: sellToken })

function choose(
  form: LimitForm,
  { side, token }: { readonly side: Side; readonly token: Address },
): LimitForm {
  if (token === (side === 'sell' ? form.buyToken : form.sellToken)) {
    return { ...form, ...flipped(form) }
  }
  const pair = side === 'sell' ? { sellToken: token } : { buyToken: token }
  return { ...form, ...pairAtMarket({ ...form, ...pair }) }
}

/** The form's derived values. */
export type LimitView = {
  readonly sold: ParsedAmount
  /** The typed buy amount if it determines the price; its error in any case. */
  readonly bought: ParsedAmount | undefined
  /** Sell atoms and minimum buy atoms; undefined while the form is incomplete. */
  readonly terms: { readonly sellAmount: bigint; readonly buyAmount: bigint } | undefined
  readonly price: Ratio | undefined
  /** The typed price, if it determines the order. */
  readonly typedPrice: ParsedAmount | undefined
  /** Texts of the fields. */
  readonly buyText: string
  readonly priceText: string
}

type ViewInput = {
  readonly scale: PriceScale
  readonly market: Ratio | undefined
  /** The separators used to parse and display amounts and prices. */
  readonly locale: Locale
}

/** Derives the form's values, given the market price if known. */
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
  const buyToken = { address: form.buyToken, decimals: scale.buyDecimals }
  const shown = isOrder ? fieldAmountText(buyAmount, buyToken, locale) : ''
  return {
    ...{ sold, price, typedPrice },
    bought: isTooLarge ? { problem: 'too-large' } : bought,
    terms: isOrder ? { sellAmount, buyAmount } : undefined,
    buyText: choice.by === 'amount' ? choice.text : shown,
    priceText: choice.by === 'text' ? choice.text : shownPrice(price, { scale, locale }),
  }
}

function shownPrice(price: Ratio | undefined, { scale, locale }: Omit<ViewInput, 'market'>) {
  return price ? fieldPriceText(shownNumber(price, scale), locale) : ''
}

function priceOf(
  choice: Exclude<PriceChoice, { readonly by: 'amount' }>,
  { scale, market, typedPrice }: Omit<ViewInput, 'locale'> & Pick<LimitView, 'typedPrice'>,
): Ratio | undefined {
  if (choice.by === 'ratio') return choice.ratio
  return typedPrice ? typedRatio(typedPrice, scale) : market
}
