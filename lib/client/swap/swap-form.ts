import { decimalText, plainDecimal } from '@/lib/client/amount-text'
import { type Address, nativeToken, parseAddress, toAddress } from '@/lib/core/address'
import type { Locale } from '@/lib/core/format/locale'
import type { OrderKind } from '@/lib/core/order'

/** A side of the form. */
export type Side = 'sell' | 'buy'

/** The user's input; `kind` is the side whose amount was typed last. */
export type SwapForm = {
  readonly sellToken: Address | undefined
  readonly buyToken: Address | undefined
  readonly kind: OrderKind
  readonly text: string
  /** Whether the user may still be typing. */
  readonly isTyping: boolean
  /** The token to buy once the native token is wrapped. */
  readonly next?: Address | undefined
}

/**
 * Parameters of the form's address: `?chain=` (name or chain id), `?sell=` and `?buy=` (addresses), and with both of
 * them `?amount=` (a plain decimal number) of the side that `?kind=` names.
 */
export type SwapParams = {
  readonly [name in 'chain' | 'sell' | 'buy' | 'amount' | 'kind']?: string
}

type Network = {
  readonly chainId: number
  readonly name: string
  readonly wrappedNative: string
  readonly usdToken: string
}

/**
 * Returns the initial form of a network: the wrapped native token for the dollar token, or the pair of the address. A
 * single requested token is paired with the first of these two that differs from it; ignores malformed parameters and
 * those for another network.
 */
export function startSwap(
  network: Network,
  params: SwapParams = {},
  locale: Locale = 'en',
): SwapForm {
  const { isWhole, ...pair } = pairFromParams(network, params)
  const amount = isWhole ? plainAmount(params.amount) : ''
  const kind = amount !== '' && params.kind === 'buy' ? 'buy' : 'sell'
  return { ...pair, kind, text: decimalText(amount, locale), isTyping: false }
}

/** Parses a plain decimal number; empty if it is none. */
export function plainAmount(text = ''): string {
  return /^\d{1,78}(\.\d{1,78})?$/.test(text) ? text : ''
}

/** The form's state from its address, as {@link startSwap} reads it. */
export function swapLink(
  { sellToken, buyToken, kind, text }: SwapForm,
  { network, locale }: { readonly network: string; readonly locale: Locale },
): Readonly<Record<keyof SwapParams, string>> {
  const amount = plainDecimal(text, locale)
  const pair = { chain: network, sell: sellToken ?? '', buy: buyToken ?? '' }
  return { ...pair, amount, kind: amount === '' ? '' : kind }
}

type ParamsPair = Pick<SwapForm, 'sellToken' | 'buyToken'> & {
  /** Whether the address names both tokens. */
  readonly isWhole: boolean
}

/** Parses the pair of an address, as {@link startSwap} reads it. */
export function pairFromParams(
  network: Network,
  params: Pick<SwapParams, 'chain' | 'sell' | 'buy'>,
): ParamsPair {
  const wrapped = toAddress(network.wrappedNative)
  const dollar = toAddress(network.usdToken)
  const isThisNetwork =
    params.chain === undefined || [network.name, String(network.chainId)].includes(params.chain)
  const read = (text = '') => (isThisNetwork ? parseAddress(text) : undefined)
  const [sold, bought] = [read(params.sell), read(params.buy)]
  const sellToken = sold ?? (bought === wrapped ? dollar : wrapped)
  const other = sellToken === dollar ? wrapped : dollar
  const buyToken = bought === undefined || bought === sellToken ? other : bought
  const isWhole = sold !== undefined && bought !== undefined && sold !== bought
  return { sellToken, buyToken, isWhole }
}

/** The form's events. */
export type SwapEdit =
  | { readonly type: 'amount'; readonly side: Side; readonly text: string }
  /** One keystroke of an amount. */
  | { readonly type: 'keystroke'; readonly side: Side; readonly text: string }
  | { readonly type: 'token'; readonly side: Side; readonly token: Address }
  | { readonly type: 'flip' }
  /** The native token is to be wrapped before it is sold. */
  | { readonly type: 'wrap-first'; readonly wrapped: Address }
  /** The form's pair was wrapped or unwrapped. */
  | ({ readonly type: 'exchanged' } & Pick<SwapForm, 'sellToken' | 'buyToken'>)

/** Applies an event. Selecting the other side's token swaps the sides. */
export function editSwap(form: SwapForm, edit: SwapEdit): SwapForm {
  switch (edit.type) {
    case 'amount':
    case 'keystroke':
      return { ...form, kind: edit.side, text: edit.text, isTyping: edit.type === 'keystroke' }
    case 'flip':
      return { ...flipped(form), kind: form.kind === 'sell' ? 'buy' : 'sell' }
    case 'token':
      return choose(form, edit)
    case 'wrap-first':
      return wrapFirst(form, edit.wrapped)
    case 'exchanged':
      return afterExchange(form, edit)
  }
}

const flipped = (form: SwapForm): SwapForm => ({
  ...form,
  ...{ sellToken: form.buyToken, buyToken: form.sellToken },
  ...{ isTyping: false, next: undefined },
})

function choose(
  form: SwapForm,
  { side, token }: { readonly side: Side; readonly token: Address },
): SwapForm {
  if (token === (side === 'sell' ? form.buyToken : form.sellToken)) return flipped(form)
  const chosen = side === 'sell' ? { sellToken: token } : { buyToken: token }
  return { ...form, ...chosen, isTyping: false, next: undefined }
}

/** A buy amount does not determine how much to wrap. */
function wrapFirst(form: SwapForm, wrapped: Address): SwapForm {
  const text = form.kind === 'sell' ? form.text : ''
  return { ...form, kind: 'sell', text, isTyping: false, buyToken: wrapped, next: form.buyToken }
}

/** Continues with the sale of what was wrapped for it; otherwise clears the form, so that nothing is wrapped twice. */
function afterExchange(form: SwapForm, pair: Pick<SwapForm, 'sellToken' | 'buyToken'>): SwapForm {
  if (form.sellToken !== pair.sellToken || form.buyToken !== pair.buyToken) return form
  const { next } = form
  return next === undefined
    ? { ...form, kind: 'sell', text: '', isTyping: false }
    : { ...form, sellToken: form.buyToken, buyToken: next, isTyping: false, next: undefined }
}

/** What a pair of tokens requires. */
export type PairKind =
  /** An order. */
  | 'order'
  /** A deposit into the wrapped native token. */
  | 'wrap'
  /** A withdrawal from it. */
  | 'unwrap'
  /** Not possible yet: the native token needs a sell amount, or must be wrapped first. */
  | 'native-sell'

/** Returns whether a pair exchanges the native token and its wrapped form, one to one and without an order. */
export const isExchange = (pair: PairKind): pair is 'wrap' | 'unwrap' =>
  pair === 'wrap' || pair === 'unwrap'

type NativeTerms = {
  readonly wrappedNative: Address
  /** Whether the network has a contract that sells the native token. */
  readonly sellsNative: boolean
}

/** Returns what a pair of tokens requires. The contract that sells the native token supports sell orders only. */
export function pairKind(
  { sellToken, buyToken, kind }: Pick<SwapForm, 'sellToken' | 'buyToken' | 'kind'>,
  { wrappedNative, sellsNative }: NativeTerms,
): PairKind {
  if (sellToken === nativeToken) {
    if (buyToken === wrappedNative) return 'wrap'
    return sellsNative && kind === 'sell' ? 'order' : 'native-sell'
  }
  return sellToken === wrappedNative && buyToken === nativeToken ? 'unwrap' : 'order'
}
