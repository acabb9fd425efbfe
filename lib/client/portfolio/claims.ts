import type { OrderView } from '@/lib/client/api'
import { type Address, toAddress } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'

/** What open orders of an account may still take of one of its tokens. */
export type Claim = {
  readonly orders: number
  /** Atoms that they take at most, their fees included. */
  readonly atoms: bigint
}

/** The fields of an order that say what it may still take. */
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

/** Nothing is claimed. */
export const noClaim: Claim = { orders: 0, atoms: 0n }

/**
 * What an account's open orders may still take of each token it holds. Orders that another contract owns for it, that
 * draw on a balance inside the vault, or that are not signed yet take nothing from what it holds.
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

/** Atoms that an order may still take, rounded up. */
function remainingOf(order: ClaimingOrder): bigint {
  const most = BigInt(order.sellAmount) + BigInt(order.feeAmount)
  const bought = BigInt(order.buyAmount)
  const left =
    order.kind === 'sell'
      ? most - BigInt(order.executedSellAmount)
      : bought === 0n
        ? 0n
        : mulDivUp(most, bought - BigInt(order.executedBuyAmount), bought)
  return left > 0n ? left : 0n
}
