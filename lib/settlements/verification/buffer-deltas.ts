import { decodeEventLog, toEventSelector } from 'viem'
import { erc20Abi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import type { TradeEvent } from '@/lib/chain-events/contract-event'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { RawLog } from '@/lib/settlements/indexing/decode-logs'

const abi = [...erc20Abi, ...wrappedNativeAbi].filter((item) => item.type === 'event')
const known = new Set(abi.map((event) => toEventSelector(event)))

type Holder = { readonly holder: Address; readonly wrappedNative: Address }

/**
 * Computes an account's balance changes in one transaction from token events; negative: a loss. The native token counts
 * only by wrapping and unwrapping. Ignores malformed events.
 */
export function contractChanges(
  logs: readonly RawLog[],
  { holder, wrappedNative }: Holder,
): Map<Address, bigint> {
  const changes = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) =>
    changes.set(token, (changes.get(token) ?? 0n) + amount)
  for (const log of logs) {
    const token = toAddress(log.address)
    const event = decode(log)
    if (event?.eventName === 'Transfer') {
      const { from, to, value } = event.args
      if (toAddress(from) === holder) add(token, -value)
      if (toAddress(to) === holder) add(token, value)
    }
    if (token !== wrappedNative || !event) continue
    if (event.eventName === 'Withdrawal' && toAddress(event.args.owner) === holder) {
      add(token, -event.args.value)
      add(nativeToken, event.args.value)
    }
    if (event.eventName === 'Deposit' && toAddress(event.args.owner) === holder) {
      add(token, event.args.value)
      add(nativeToken, -event.args.value)
    }
  }
  return changes
}

/** A fill with a native payout, for which no token emits an event. */
type NativePayment = Pick<TradeEvent, 'buyToken' | 'buyAmount'>

/** {@link contractChanges} of a settlement, including its native payouts. */
export function settlementChanges(
  logs: readonly RawLog[],
  trades: readonly NativePayment[],
  holder: Holder,
): Map<Address, bigint> {
  const changes = contractChanges(logs, holder)
  for (const { buyToken, buyAmount } of trades) {
    if (buyToken === nativeToken) changes.set(buyToken, (changes.get(buyToken) ?? 0n) - buyAmount)
  }
  return changes
}

function decode({ topics, data }: RawLog) {
  const [signature, ...indexed] = topics
  if (!signature || !known.has(signature)) return undefined
  try {
    return decodeEventLog({ abi, topics: [signature, ...indexed], data })
  } catch {
    return undefined
  }
}
