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
  | 'buyToken'
  | 'schedule'
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
 * Sums what an account's open orders may still draw of each token, and so need as allowance. Parts of schedules count before
 * their time: without the allowance they would fail then. Orders owned by another contract, drawing on internal balances, or
 * not yet signed draw nothing from its balance.
 */
export function claimsOf(
  account: Address,
  orders: readonly ClaimingOrder[],
): ReadonlyMap<Address, Claim> {
  const claims = new Map<Address, Claim>()
  for (const order of orders.filter((each) => drawsOn(account, each))) {
    const token = toAddress(order.sellToken)
    const { orders: others, atoms } = claims.get(token) ?? noClaim
    claims.set(token, { orders: others + 1, atoms: atoms + remainingOf(order) })
  }
  return claims
}

/** An open order that draws on a token, or the open parts of a schedule together. */
export type Claimant = Claim & {
  /** Name of the schedule; undefined: a single order. */
  readonly schedule: string | undefined
  readonly buyToken: Address
}

/** Returns what claims one of an account's tokens, in the sequence of the orders. */
export function claimantsOf(
  { account, token }: { readonly account: Address; readonly token: Address },
  orders: readonly ClaimingOrder[],
): readonly Claimant[] {
  const claimants = new Map<unknown, Claimant>()
  for (const order of orders) {
    if (order.sellToken !== token || !drawsOn(account, order)) continue
    const { schedule } = order
    const key = schedule ?? order
    const { orders: others, atoms } = claimants.get(key) ?? noClaim
    const buyToken = toAddress(order.buyToken)
    const sum = { orders: others + 1, atoms: atoms + remainingOf(order) }
    claimants.set(key, { ...sum, schedule, buyToken })
  }
  return [...claimants.values()]
}

const drawsOn = (account: Address, order: ClaimingOrder) =>
  order.status === 'open' &&
  order.presignaturePending !== true &&
  order.owner === account &&
  order.sellTokenBalance === 'erc20'

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
