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

/** The form after an edit. Choosing the other side's token turns the pair around. */
export function editSwap(form: SwapForm, edit: SwapEdit): SwapForm {
  const isTyping = edit.type === 'keystroke'
  if (edit.type === 'amount' || edit.type === 'keystroke') {
    return { ...form, kind: edit.side, text: edit.text, isTyping }
  }
  const turned = { ...form, sellToken: form.buyToken, buyToken: form.sellToken, isTyping }
  if (edit.type === 'turn') return { ...turned, kind: form.kind === 'sell' ? 'buy' : 'sell' }
  const { side, token } = edit
  if (token === (side === 'sell' ? form.buyToken : form.sellToken)) return turned
  return { ...form, isTyping, ...(side === 'sell' ? { sellToken: token } : { buyToken: token }) }
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
