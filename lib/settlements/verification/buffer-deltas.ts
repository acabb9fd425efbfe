import { decodeEventLog, getAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { erc20Abi, interactionAbi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import type { TradeEvent } from '@/lib/chain-events/contract-event'
import { type Address, nativeToken, toAddress, zeroAddress } from '@/lib/core/address'
import type { RawLog } from '@/lib/settlements/indexing/decode-logs'

const abi = [...erc20Abi, ...wrappedNativeAbi, ...interactionAbi].filter(
  (item) => item.type === 'event',
)
const known = new Set(abi.map((event) => toEventSelector(event)))
const withdraw = toFunctionSelector(getAbiItem({ abi: wrappedNativeAbi, name: 'withdraw' }))

type Holder = { readonly holder: Address; readonly wrappedNative: Address }

/**
 * Computes the settlement contract's balance changes in one transaction from token events; negative: a loss. The native
 * token counts only by wrapping and unwrapping. Ignores malformed events.
 */
export function contractChanges(logs: readonly RawLog[], place: Holder): Map<Address, bigint> {
  const { holder, wrappedNative } = place
  const changes = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) =>
    changes.set(token, (changes.get(token) ?? 0n) + amount)
  for (const [index, log] of logs.entries()) {
    const token = toAddress(log.address)
    const event = decode(log)
    if (event?.eventName === 'Transfer') {
      const { from, to, value } = event.args
      if (toAddress(from) === holder) add(token, -value)
      if (toAddress(to) === holder) add(token, value)
      const isBurn = token === wrappedNative && toAddress(from) === holder && to === zeroAddress
      // A mint is no wrapping: anyone can wrap for the contract (`depositTo`), which thereby only gains.
      if (isBurn && isUnwrapping(logs[index + 1], place)) add(nativeToken, value)
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

/**
 * Returns whether a log says that the contract has just unwrapped. For this Arbitrum's wrapped token (aeWETH) emits only a
 * transfer to the zero address, which with WETH9 may be a fee of which that address is the recipient.
 */
function isUnwrapping(log: RawLog | undefined, { holder, wrappedNative }: Holder): boolean {
  if (!log || toAddress(log.address) !== holder) return false
  const event = decode(log)
  if (event?.eventName !== 'Interaction') return false
  const { target, selector } = event.args
  return toAddress(target) === wrappedNative && selector === withdraw
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
