import { keccak256, stringToBytes } from 'viem'
import { exactAmountText, parseAmountText } from '@/lib/client/amount-text'
import type { OrderView } from '@/lib/client/api'
import { preHookTargets } from '@/lib/client/app-data-hook'
import { type Address, toAddress } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'
import type { Locale } from '@/lib/core/format/locale'
import type { Order } from '@/lib/core/order'
import { isCancellable, type ShownOrder, sellLimit } from './shown-order'

/** The editable fields of an order, as typed; the expiry in Unix seconds. */
export type OrderEdit = { readonly sell: string; readonly buy: string; readonly validTo: number }

/** Decimals of an order's tokens. */
export type PairDecimals = { readonly sold: number; readonly bought: number }

/** Returns the edit fields of an open order: what is not traded yet, at the signed price. */
export function startEdit(
  order: ShownOrder,
  { sold, bought }: PairDecimals,
  locale: Locale,
): OrderEdit {
  const [allSold, allBought] = [sellLimit(order), order.buyAmount]
  const isSell = order.kind === 'sell'
  const restSold = isSell
    ? allSold - order.executedSell
    : mulDivUp(allSold, allBought - order.executedBuy, allBought || 1n)
  const restBought = isSell
    ? mulDivUp(allBought, restSold, allSold || 1n)
    : allBought - order.executedBuy
  return {
    sell: exactAmountText(restSold, sold, locale),
    buy: exactAmountText(restBought, bought, locale),
    validTo: order.validTo,
  }
}

/** Amounts in atoms, or the invalid fields. */
export type ReadEdit =
  | { readonly sellAmount: bigint; readonly buyAmount: bigint }
  | { readonly wrong: readonly ('sell' | 'buy')[] }

/** Parses the edited amounts with a language's separators; both must be positive. */
export function readEdit(
  { sell, buy }: OrderEdit,
  { sold, bought }: PairDecimals,
  locale: Locale,
): ReadEdit {
  const [sellAmount, buyAmount] = [readAtoms(sell, sold, locale), readAtoms(buy, bought, locale)]
  if (sellAmount !== undefined && buyAmount !== undefined) return { sellAmount, buyAmount }
  const fields = [
    ['sell', sellAmount],
    ['buy', buyAmount],
  ] as const
  return { wrong: fields.flatMap(([field, atoms]) => (atoms === undefined ? [field] : [])) }
}

function readAtoms(text: string, decimals: number, locale: Locale): bigint | undefined {
  const parsed = parseAmountText(text, decimals, locale)
  return 'atoms' in parsed && parsed.atoms > 0n ? parsed.atoms : undefined
}

/** Changed terms of an order: amounts in atoms, the expiry in Unix seconds. */
export type OrderChange = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly validTo: number
}

/** A replacement order, and the app data document that names the replaced one. */
export type Replacement = { readonly order: Order; readonly document: string }

/**
 * Builds the order that replaces an open one. All fields that were not edited stay, the app data included; the signed
 * fee becomes part of the sell amount. Spec: app data, `metadata.replacedOrder`.
 */
export function replacementOf(view: OrderView, change: OrderChange): Replacement {
  const document = replacingDocument(view)
  const order: Order = {
    sellToken: toAddress(view.sellToken),
    buyToken: toAddress(view.buyToken),
    receiver: toAddress(view.receiver ?? view.owner),
    ...change,
    appData: keccak256(stringToBytes(document)),
    feeAmount: 0n,
    kind: view.kind,
    partiallyFillable: view.partiallyFillable,
    sellTokenBalance: view.sellTokenBalance,
    buyTokenBalance: view.buyTokenBalance,
  }
  return { order, document }
}

type Document = { readonly metadata?: object }

function replacingDocument({ uid, fullAppData }: Pick<OrderView, 'uid' | 'fullAppData'>): string {
  const old = readDocument(fullAppData)
  const metadata = { ...old.metadata, replacedOrder: { uid } }
  return JSON.stringify({ appCode: 'Coincide', version: '1.3.0', ...old, metadata })
}

function readDocument(text: string | null): Document {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    // Documents may be any text; only a valid one can be extended.
    return {}
  }
}

/** Which funds of the owner's wallet a replacement needs at once. */
export type CheckedFunds = { readonly balance: boolean; readonly allowance: boolean }

/**
 * Returns which funds the pages check before an order's replacement is signed: those that only its owner provides. A
 * pre-hook may provide the rest, such as a permit the allowance; the service simulates it.
 */
export function checkedFunds({
  sellToken,
  sellTokenBalance,
  fullAppData,
}: Pick<OrderView, 'sellToken' | 'sellTokenBalance' | 'fullAppData'>): CheckedFunds {
  const isDirect = sellTokenBalance === 'erc20'
  const targets = preHookTargets(fullAppData)
  return {
    balance: isDirect && targets.every((target) => target === toAddress(sellToken)),
    allowance: isDirect && targets.length === 0,
  }
}

/** Returns whether an account can replace this order by signature: while it is open, and with a key. */
export function isEditable(order: ShownOrder, account: Address): boolean {
  return isCancellable(order) && order.signed && order.owner === account
}
