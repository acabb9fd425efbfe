import type { OrderView } from '@/lib/client/api'
import { type Address, toAddress } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'

/** What an account's open orders may still draw of one of its tokens. */
export type Claim = {
  readonly orders: number
  /** Maximum in atoms, fees included. */
  readonly atoms: bigint
}

/** The fields of an order that determine what it may still draw. */
export type ClaimingOrder = Pick<
  OrderView,
  | 'owner'
  | 'status'
  | 'kind'
  | 'sellToken'
  | 'sellAmount'
  | 'buyAmount'
  | 'feeAmount'
  | 'sellTokenBalance'
  | 'executedSellAmount'
  | 'executedBuyAmount'
  | 'presignaturePending'
>

/** No claims. */
export const noClaim: Claim = { orders: 0, atoms: 0n }

/**
 * Sums what an account's open orders may still draw of each token, and so need as allowance; see {@link drawsFunds} for what
 * reserves its balance. Orders owned by another contract, drawing on
 * internal balances, or not yet signed draw nothing from its balance.
 */
export function claimsOf(
  account: Address,
  orders: readonly ClaimingOrder[],
): ReadonlyMap<Address, Claim> {
  const claims = new Map<Address, Claim>()
  for (const order of orders) {
    if (order.status !== 'open' || order.presignaturePending === true) continue
    if (order.owner !== account || order.sellTokenBalance !== 'erc20') continue
    const token = toAddress(order.sellToken)
    const { orders: others, atoms } = claims.get(token) ?? noClaim
    claims.set(token, { orders: others + 1, atoms: atoms + remainingOf(order) })
  }
  return claims
}

/** Returns whether an order may draw on its owner's funds now: a part of a schedule waits for its time first. */
export const drawsFunds = ({ exclusion }: Pick<OrderView, 'exclusion'>): boolean =>
  exclusion?.code !== 'notValidYet'

/** Atoms that an order may still draw, rounded up. */
function remainingOf(order: ClaimingOrder): bigint {
  const sellLimit = BigInt(order.sellAmount) + BigInt(order.feeAmount)
  const bought = BigInt(order.buyAmount)
  const left =
    order.kind === 'sell'
      ? sellLimit - BigInt(order.executedSellAmount)
      : bought === 0n
        ? 0n
        : mulDivUp(sellLimit, bought - BigInt(order.executedBuyAmount), bought)
  return left > 0n ? left : 0n
}
