import { emptyAppDataHash, hashAppData } from '@/lib/app-data/app-data-document'
import type { OrderEvents } from '@/lib/chain-events/order-events'
import { maxUint256 } from '@/lib/core/amount'
import { orderDomain, orderUid } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import type { OrderRecord } from '@/lib/orders/order-record'
import { deriveState } from '@/lib/orders/state/order-state'
import type { Finding } from '@/lib/reconcile/invariant'
import type { CheckedFill } from './order-query'

/** An order with all that its invariants depend on in the database. */
export type CheckedOrder = {
  readonly order: OrderRecord
  readonly events: OrderEvents
  readonly fills: readonly CheckedFill[]
  /** The document of its app data; undefined: not stored. */
  readonly document: string | undefined
  readonly nowSeconds: number
}

/** Seconds for which an expired order may still be open: many runs of the loop that expires orders. */
const expirySeconds = 60

/** Returns the invariants that an order breaks by the database alone. */
export function findOrderFindings(facts: CheckedOrder): Finding[] {
  const { order, fills } = facts
  const { kind, sellAmount, buyAmount, feeAmount } = order
  const subject = `order ${order.uid}`
  const findings: Finding[] = []
  const add = (invariant: Finding['invariant'], detail: string) =>
    void findings.push({ invariant, subject, detail })
  const executed = executedBy(order, fills)
  const whole = kind === 'sell' ? sellAmount : buyAmount
  const fee = fills.reduce((sum, fill) => sum + fill.feeAmount, 0n)
  if (executed > whole || fee > feeAmount) add(1, `its trades come to ${executed} of ${whole}`)
  if (!order.partiallyFillable && executed !== 0n && executed !== whole)
    add(2, `its trades come to ${executed} of ${whole}`)
  for (const fill of fills) {
    const sold = fill.sellAmount - fill.feeAmount
    if (fill.buyAmount * sellAmount < sold * buyAmount)
      add(4, `a trade sells ${sold} for ${fill.buyAmount}`)
  }
  const digest = digestOrder(orderDomain(order.chainId, order.settlementContract), order)
  if (orderUid(digest, order.owner, order.validTo) !== order.uid)
    add(5, 'the uid is not that of the stored order')
  const state = findStateDifference(facts)
  if (state) add(state.startsWith('executed') ? 1 : 6, `${state} differs from its events`)
  const missing = findDocumentFault(facts)
  if (missing) add(15, missing)
  return findings
}

/** Returns the amount of fills as the settlement contract counts it. */
export function executedBy(
  { kind }: Pick<OrderRecord, 'kind'>,
  fills: readonly Pick<CheckedFill, 'sellAmount' | 'buyAmount' | 'feeAmount'>[],
): bigint {
  return fills.reduce(
    (sum, fill) => sum + (kind === 'sell' ? fill.sellAmount - fill.feeAmount : fill.buyAmount),
    0n,
  )
}

/** Returns the name of the first column that differs from the state derived from events. */
function findStateDifference({ order, events, nowSeconds }: CheckedOrder): string | undefined {
  const { status, ...derived } = deriveState(order, events, nowSeconds)
  for (const [column, value] of Object.entries(derived)) {
    if (order[column as keyof typeof derived] !== value) return column
  }
  if (order.status === status) return undefined
  const earlier = deriveState(order, events, nowSeconds - expirySeconds).status
  return order.status === earlier ? undefined : 'status'
}

/** A contract that places an order gives a hash alone; everyone else the document, or the hash of a stored one. */
function findDocumentFault({ order, document }: CheckedOrder): string | undefined {
  if (order.appData === emptyAppDataHash) return undefined
  if (document !== undefined && hashAppData(document) !== order.appData)
    return `the document of ${order.appData} has another hash`
  if (document === undefined && order.onchainSender === undefined)
    return `the document of ${order.appData} is missing`
  return undefined
}

/** What the settlement contract says of an order, and what the database lets expect, up to the same block. */
export type ChainFacts = {
  readonly order: Pick<OrderRecord, 'uid' | 'kind' | 'validTo'>
  readonly fills: readonly CheckedFill[]
  readonly isInvalidated: boolean
  /** Whether that was by the owner in the settlement contract itself. */
  readonly isInvalidatedByOwner: boolean
  readonly filledAmount: bigint
  /** Unix seconds of the block. */
  readonly timestamp: number
}

/** Compares an order's trades with the amount that the settlement contract has counted. */
export function findChainFinding(facts: ChainFacts): Finding | undefined {
  const { order, fills, filledAmount } = facts
  const executed = executedBy(order, fills)
  const finding = (detail: string): Finding => {
    return { invariant: 1, subject: `order ${order.uid}`, detail }
  }
  if (filledAmount === maxUint256) {
    return facts.isInvalidated ? undefined : finding('the contract says that it is invalidated')
  }
  if (facts.isInvalidatedByOwner) return finding('the contract does not know its invalidation')
  // Solvers may free the storage of expired orders for a refund of gas.
  const isFreed = filledAmount === 0n && order.validTo < facts.timestamp
  if (filledAmount === executed || isFreed) return undefined
  return finding(`its trades come to ${executed}, the contract says ${filledAmount}`)
}
