import type { ExecutedFee, FeePolicyJson } from '@/lib/chain-events/executed-fee'
import type { Trade } from '@/lib/chain-events/trade-query'
import type { Address } from '@/lib/core/address'
import type { OrderRecord } from './order-record'

/** A fee paid by an order's fills under one policy, in atoms of its fee token. */
type PaidFee = {
  readonly to: 'protocol' | 'partner'
  readonly recipient: Address
  readonly policy: FeePolicyJson
  readonly amount: bigint
}

/** What an order has paid on top of its trade, in atoms of the fee token unless stated otherwise. */
export type OrderCosts = {
  readonly feeToken: Address
  /** Undefined when no fill reports it. */
  readonly network: bigint | undefined
  /** In the sequence in which they were charged. */
  readonly fees: readonly PaidFee[]
  /** Fees of fills that were not passed in. */
  readonly otherFees: bigint
  /** Network costs and all fees: the API's `executedFee`. */
  readonly total: bigint
  /** Taken from the fee that the owner signed, in atoms of the sell token. */
  readonly signedFee: bigint
}

type FilledOrder = Pick<
  OrderRecord,
  'kind' | 'sellToken' | 'buyToken' | 'executedFee' | 'networkFee' | 'protocolFee'
>

/**
 * Itemises an order's costs by its fills; undefined when no cost is known. Fees paid to `protocolRecipient` are the
 * protocol's, all others are partner fees.
 */
export function orderCosts(
  order: FilledOrder,
  trades: readonly Pick<Trade, 'executedFees' | 'networkFee'>[],
  protocolRecipient: Address,
): OrderCosts | undefined {
  const isKnown = trades.some(({ networkFee }) => networkFee !== undefined)
  const total = order.networkFee + order.protocolFee
  if (!isKnown && total === 0n && order.executedFee === 0n) return undefined
  const fees = new Map<string, PaidFee>()
  for (const fee of trades.flatMap(({ executedFees }) => executedFees)) {
    const { policy, recipient } = fee
    const key = `${recipient} ${kindKey(fee)}`
    const amount = (fees.get(key)?.amount ?? 0n) + BigInt(fee.amount)
    const to = recipient === protocolRecipient ? 'protocol' : 'partner'
    fees.set(key, { to, recipient, policy, amount })
  }
  const listed = [...fees.values()].reduce((sum, { amount }) => sum + amount, 0n)
  return {
    feeToken: order.kind === 'sell' ? order.buyToken : order.sellToken,
    network: isKnown || order.networkFee > 0n ? order.networkFee : undefined,
    fees: [...fees.values()],
    otherFees: order.protocolFee - listed,
    total,
    signedFee: order.executedFee,
  }
}

/** Groups fills under the same policy; a price improvement's reference quote differs per fill, so it is excluded. */
function kindKey({ policy }: ExecutedFee): string {
  if (!('priceImprovement' in policy)) return JSON.stringify(policy)
  const { factor, maxVolumeFactor } = policy.priceImprovement
  return JSON.stringify({ priceImprovement: { factor, maxVolumeFactor } })
}
