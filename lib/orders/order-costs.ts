import type { ExecutedFee, FeePolicyJson } from '@/lib/chain-events/executed-fee'
import type { Trade } from '@/lib/chain-events/trade-store'
import type { Address } from '@/lib/core/address'
import type { OrderRecord } from './order-record'

/** A fee that an order's fills paid by one policy, in atoms of its fee token. */
type PaidFee = {
  readonly to: 'protocol' | 'partner'
  readonly recipient: Address
  readonly policy: FeePolicyJson
  readonly amount: bigint
}

/** What an order has paid besides what it sold, in atoms of the token that is not exact unless told. */
export type OrderCosts = {
  readonly feeToken: Address
  /** Undefined where no fill tells it. */
  readonly network: bigint | undefined
  /** In the sequence in which they were taken. */
  readonly fees: readonly PaidFee[]
  /** Fees of fills that are not among those given. */
  readonly otherFees: bigint
  /** Of the network and of all fees: the API's `executedFee`. */
  readonly total: bigint
  /** Taken of the fee that the owner signed, in atoms of the sell token. */
  readonly signedFee: bigint
}

type FilledOrder = Pick<
  OrderRecord,
  'kind' | 'sellToken' | 'buyToken' | 'executedFee' | 'networkFee' | 'protocolFee'
>

/**
 * Itemises what an order has paid, by its fills; undefined where it has paid nothing that is known. Fees that
 * `protocolRecipient` gets are the protocol's, others partners'.
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

/** The same for all fills that pay a fee alike: what a price improvement has to beat is each fill's own. */
function kindKey({ policy }: ExecutedFee): string {
  if (!('priceImprovement' in policy)) return JSON.stringify(policy)
  const { factor, maxVolumeFactor } = policy.priceImprovement
  return JSON.stringify({ priceImprovement: { factor, maxVolumeFactor } })
}
