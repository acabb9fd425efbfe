import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderInteractions } from '@/lib/core/interaction'
import { isNativeOrder } from '@/lib/core/native-order'
import { getNetwork } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'
import { cleanTokenText, nativeDetails, symbolOf, type Token } from '@/lib/tokens/token'
import { formatAmount } from './format-amount'
import { plainText } from './plain-text'

const longestSymbol = 16

/** What a notification needs to know of an order; an order record is one. */
export type NotifiedOrder = Order & {
  readonly uid: Hex
  readonly chainId: number
  readonly owner: Address
  /** Who placed the order by a transaction, through a contract that owns it. */
  readonly onchainSender?: Address | undefined
  readonly interactions: OrderInteractions
  /** Sums over the order's trades; `executedSell` includes the fee. */
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
}

/** The tokens that an order names, as far as they are known, by address. */
export type KnownTokens = ReadonlyMap<Address, Pick<Token, 'address' | 'symbol' | 'decimals'>>

/** Executed so far, without the fee: of the sell token for sell orders, of the buy token for buy orders. */
export function executedAmount(order: NotifiedOrder): bigint {
  return order.kind === 'sell' ? order.executedSell - order.executedFee : order.executedBuy
}

/** What an order is for, of the same token as {@link executedAmount}. */
export function signedAmount(order: NotifiedOrder): bigint {
  return order.kind === 'sell' ? order.sellAmount : order.buyAmount
}

/** An order in words: what it trades, on which terms and where. */
export function summary(order: NotifiedOrder, tokens: KnownTokens): string {
  const sell = sold(order, tokens, order.sellAmount)
  const buy = bought(order, tokens, order.buyAmount)
  const terms =
    order.kind === 'sell' ? `sell ${sell} for at least ${buy}` : `buy ${buy} for at most ${sell}`
  return `${terms} on ${networkTitle(order)}`
}

/** An amount of an order's sell token to read, native where its placer paid the native token. */
export function sold(order: NotifiedOrder, tokens: KnownTokens, atoms: bigint): string {
  const address = isNativeOrder(order) ? nativeToken : order.sellToken
  return amountText(findToken(order, tokens, address), address, atoms)
}

/** An amount of an order's buy token to read. */
export function bought(order: NotifiedOrder, tokens: KnownTokens, atoms: bigint): string {
  return amountText(findToken(order, tokens, order.buyToken), order.buyToken, atoms)
}

type TokenText = Pick<Token, 'symbol' | 'decimals'>

/** No contract tells of the native token: its network does. */
function findToken(
  { chainId }: NotifiedOrder,
  tokens: KnownTokens,
  address: Address,
): TokenText | undefined {
  return address === nativeToken ? nativeDetails(getNetwork(chainId)) : tokens.get(address)
}

/** An amount with a symbol that an untrusted contract chose, so it is cleaned and cut again here. */
function amountText(token: TokenText | undefined, address: Address, atoms: bigint): string {
  const raw = { symbol: token?.symbol ? cleanTokenText(token.symbol) : undefined, address }
  const symbol = [...plainText(symbolOf(raw))].slice(0, longestSymbol).join('')
  return `${formatAmount(atoms, token?.decimals)} ${symbol}`
}

/** The name of an order's network. */
export function networkTitle(order: NotifiedOrder): string {
  return getNetwork(order.chainId).title
}

/** A part in percent, rounded down, so that 100 % means all of it. */
export function percentage(part: bigint, whole: bigint): string {
  return `${whole === 0n ? 100n : (part * 100n) / whole} %`
}
