import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { formatOf } from '@/lib/core/format/format'
import type { OrderInteractions } from '@/lib/core/interaction'
import { isNativeOrder } from '@/lib/core/native-order'
import { getNetwork } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'
import { cleanTokenText, nativeDetails, symbolOf, type Token } from '@/lib/tokens/token'
import { plainText } from './plain-text'

const longestSymbol = 16

/** Notifications are English; the pages translate them. */
const english = formatOf('en')

/** The parts of an order that notifications use; an order record is one. */
export type NotifiedOrder = Order & {
  readonly uid: Hex
  readonly chainId: number
  readonly owner: Address
  /** Sender of the transaction that placed the order through the contract that owns it. */
  readonly onchainSender?: Address | undefined
  readonly interactions: OrderInteractions
  /** Sums over the order's trades; `executedSell` includes the fee. */
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
}

/** The known tokens of an order, by address. */
export type KnownTokens = ReadonlyMap<Address, Pick<Token, 'address' | 'symbol' | 'decimals'>>

/** Amount executed so far without fees: sell token for sell orders, buy token for buy orders. */
export function executedAmount(order: NotifiedOrder): bigint {
  return order.kind === 'sell' ? order.executedSell - order.executedFee : order.executedBuy
}

/** The signed amount, in the same token as {@link executedAmount}. */
export function signedAmount(order: NotifiedOrder): bigint {
  return order.kind === 'sell' ? order.sellAmount : order.buyAmount
}

/** Describes an order: amounts, terms and network. */
export function summary(order: NotifiedOrder, tokens: KnownTokens): string {
  const sell = sold(order, tokens, order.sellAmount)
  const buy = bought(order, tokens, order.buyAmount)
  const terms =
    order.kind === 'sell' ? `sell ${sell} for at least ${buy}` : `buy ${buy} for at most ${sell}`
  return `${terms} on ${networkTitle(order)}`
}

/** Formats an amount of the sell token; the native token where the order sells it. */
export function sold(order: NotifiedOrder, tokens: KnownTokens, atoms: bigint): string {
  const address = isNativeOrder(order) ? nativeToken : order.sellToken
  return amountText(findToken(order, tokens, address), address, atoms)
}

/** Formats an amount of the buy token. */
export function bought(order: NotifiedOrder, tokens: KnownTokens, atoms: bigint): string {
  return amountText(findToken(order, tokens, order.buyToken), order.buyToken, atoms)
}

type TokenText = Pick<Token, 'symbol' | 'decimals'>

/** The native token has no contract; its metadata comes from the network. */
function findToken(
  { chainId }: NotifiedOrder,
  tokens: KnownTokens,
  address: Address,
): TokenText | undefined {
  return address === nativeToken ? nativeDetails(getNetwork(chainId)) : tokens.get(address)
}

/** Returns a token's symbol. It comes from an untrusted contract, so it is cleaned and truncated again here. */
export function symbolText(symbol: string | undefined, address: Address): string {
  const raw = { symbol: symbol ? cleanTokenText(symbol) : undefined, address }
  return [...plainText(symbolOf(raw))].slice(0, longestSymbol).join('')
}

function amountText(token: TokenText | undefined, address: Address, atoms: bigint): string {
  const symbol = symbolText(token?.symbol, address)
  const amount =
    token?.decimals === undefined
      ? `${english.count(atoms)} atoms of`
      : english.amount(atoms, { address, decimals: token.decimals })
  return `${amount} ${symbol}`
}

/** The display name of an order's network. */
export function networkTitle(order: NotifiedOrder): string {
  return getNetwork(order.chainId).title
}

/** A percentage, rounded down so that 100% means all. */
export function percentage(part: bigint, whole: bigint): string {
  return english.wholePercent(Number(whole === 0n ? 100n : (part * 100n) / whole))
}
