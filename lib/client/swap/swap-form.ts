import { decimalText, plainDecimal } from '@/lib/client/amount-text'
import type { Locale } from '@/lib/client/i18n/locale'
import { type Address, nativeToken, parseAddress, toAddress } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'

/** Which half of the form. */
export type Side = 'sell' | 'buy'

/** What has been entered; `kind` is the side whose amount was typed last. */
export type SwapForm = {
  readonly sellToken: Address | undefined
  readonly buyToken: Address | undefined
  readonly kind: OrderKind
  readonly text: string
  /** Whether more keystrokes may follow. */
  readonly isTyping: boolean
  /** What is to be bought once the native token is wrapped. */
  readonly next?: Address | undefined
}

/**
 * What a link to the form asks for: `?chain=` (name or chain id), `?sell=` and `?buy=` (addresses), and with both of
 * them `?amount=` (a plain decimal number) of the side that `?kind=` names.
 */
export type AskedSwap = {
  readonly [name in 'chain' | 'sell' | 'buy' | 'amount' | 'kind']?: string
}

type Network = {
  readonly chainId: number
  readonly name: string
  readonly wrappedNative: string
  readonly usdToken: string
}

/**
 * The empty form of a network: the wrapped native token for the dollar token, or what a link asks for. A
 * token that is asked for alone is paired with the first of these two that it is not; what is malformed or
 * meant for another network is left out.
 */
export function startSwap(
  network: Network,
  asked: AskedSwap = {},
  locale: Locale = 'en',
): SwapForm {
  const { isWhole, ...pair } = askedPair(network, asked)
  const amount = isWhole ? plainAmount(asked.amount) : ''
  const kind = amount !== '' && asked.kind === 'buy' ? 'buy' : 'sell'
  return { ...pair, kind, text: decimalText(amount, locale), isTyping: false }
}

/** A plain decimal number of a link; empty where it is none. */
export function plainAmount(text = ''): string {
  return /^\d{1,78}(\.\d{1,78})?$/.test(text) ? text : ''
}

/** What a link asks for, as {@link startSwap} reads it. */
export function swapLink(
  { sellToken, buyToken, kind, text }: SwapForm,
  { network, locale }: { readonly network: string; readonly locale: Locale },
): Readonly<Record<keyof AskedSwap, string>> {
  const amount = plainDecimal(text, locale)
  const pair = { chain: network, sell: sellToken ?? '', buy: buyToken ?? '' }
  return { ...pair, amount, kind: amount === '' ? '' : kind }
}

type AskedPair = Pick<SwapForm, 'sellToken' | 'buyToken'> & {
  /** Whether the link names both tokens. */
  readonly isWhole: boolean
}

/** The pair that a link asks for, as {@link startSwap} reads it. */
export function askedPair(
  network: Network,
  asked: Pick<AskedSwap, 'chain' | 'sell' | 'buy'>,
): AskedPair {
  const wrapped = toAddress(network.wrappedNative)
  const dollar = toAddress(network.usdToken)
  const isMeant =
    asked.chain === undefined || [network.name, String(network.chainId)].includes(asked.chain)
  const read = (text = '') => (isMeant ? parseAddress(text) : undefined)
  const [sold, bought] = [read(asked.sell), read(asked.buy)]
  const sellToken = sold ?? (bought === wrapped ? dollar : wrapped)
  const other = sellToken === dollar ? wrapped : dollar
  const buyToken = bought === undefined || bought === sellToken ? other : bought
  const isWhole = sold !== undefined && bought !== undefined && sold !== bought
  return { sellToken, buyToken, isWhole }
}

/** What can happen to the form. */
export type SwapEdit =
  | { readonly type: 'amount'; readonly side: Side; readonly text: string }
  /** One keystroke of an amount. */
  | { readonly type: 'keystroke'; readonly side: Side; readonly text: string }
  | { readonly type: 'token'; readonly side: Side; readonly token: Address }
  | { readonly type: 'turn' }
  /** The native token is to be wrapped before it is sold. */
  | { readonly type: 'wrap-first'; readonly wrapped: Address }
  /** What the form said of this pair was exchanged one to one. */
  | ({ readonly type: 'exchanged' } & Pick<SwapForm, 'sellToken' | 'buyToken'>)

/** The form after an edit. Choosing the other side's token turns the pair around. */
export function editSwap(form: SwapForm, edit: SwapEdit): SwapForm {
  switch (edit.type) {
    case 'amount':
    case 'keystroke':
      return { ...form, kind: edit.side, text: edit.text, isTyping: edit.type === 'keystroke' }
    case 'turn':
      return { ...turned(form), kind: form.kind === 'sell' ? 'buy' : 'sell' }
    case 'token':
      return choose(form, edit)
    case 'wrap-first':
      return wrapFirst(form, edit.wrapped)
    case 'exchanged':
      return afterExchange(form, edit)
  }
}

const turned = (form: SwapForm): SwapForm => ({
  ...form,
  ...{ sellToken: form.buyToken, buyToken: form.sellToken },
  ...{ isTyping: false, next: undefined },
})

function choose(
  form: SwapForm,
  { side, token }: { readonly side: Side; readonly token: Address },
): SwapForm {
  if (token === (side === 'sell' ? form.buyToken : form.sellToken)) return turned(form)
  const chosen = side === 'sell' ? { sellToken: token } : { buyToken: token }
  return { ...form, ...chosen, isTyping: false, next: undefined }
}

/** How much of another token is to be bought says nothing of how much to wrap. */
function wrapFirst(form: SwapForm, wrapped: Address): SwapForm {
  const text = form.kind === 'sell' ? form.text : ''
  return { ...form, kind: 'sell', text, isTyping: false, buyToken: wrapped, next: form.buyToken }
}

/** Sells what was wrapped for that; otherwise the form starts over, so that nothing is exchanged twice. */
function afterExchange(form: SwapForm, pair: Pick<SwapForm, 'sellToken' | 'buyToken'>): SwapForm {
  if (form.sellToken !== pair.sellToken || form.buyToken !== pair.buyToken) return form
  const { next } = form
  return next === undefined
    ? { ...form, kind: 'sell', text: '', isTyping: false }
    : { ...form, sellToken: form.buyToken, buyToken: next, isTyping: false, next: undefined }
}

/** What a pair of tokens calls for. */
export type PairKind =
  /** An order. */
  | 'order'
  /** A deposit into the wrapped native token. */
  | 'wrap'
  /** A withdrawal from it. */
  | 'unwrap'
  /** Nothing yet: the native token is sold by amounts of its own only, or must be wrapped first. */
  | 'native-sell'

type NativeTerms = {
  readonly wrappedNative: Address
  /** Whether there is a contract through which the native token is sold. */
  readonly sellsNative: boolean
}

/** What a pair of tokens calls for. The contract that sells the native token knows sell orders only. */
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
