import { depositTopic, transferTopic, withdrawalTopic } from '@/lib/chain/contract-abis'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { SimulatedLog } from './execute-bundle'

/** Balance changes in atoms by holder and token; negative for losses. */
export type BalanceChanges = Readonly<Record<Address, Readonly<Record<Address, bigint>>>>

type Move = { readonly holder: Address; readonly token: Address; readonly amount: bigint }

/**
 * Returns the cumulative balance changes after each transaction: sums over `Transfer` events of tokens and transfers of
 * the native token (0xeeee…). The wrapped native token also mints and burns by `Deposit` and `Withdrawal`. The zero
 * address is no holder.
 */
export function cumulativeBalances(
  transactions: readonly { readonly logs: readonly SimulatedLog[] }[],
  wrappedNative: Address,
): readonly BalanceChanges[] {
  const sums = new Map<Address, Map<Address, bigint>>()
  return transactions.map(({ logs }) => {
    for (const { holder, token, amount } of logs.flatMap((log) => movesOf(log, wrappedNative))) {
      if (holder === zeroAddress) continue
      const own = sums.get(holder) ?? new Map<Address, bigint>()
      sums.set(holder, own.set(token, (own.get(token) ?? 0n) + amount))
    }
    return Object.fromEntries([...sums].map(([holder, own]) => [holder, Object.fromEntries(own)]))
  })
}

function movesOf({ address, topics, data }: SimulatedLog, wrappedNative: Address): Move[] {
  const [event, first, second] = topics
  if (!event || !first || data.length < 66) return []
  const token = address.toLowerCase() as Address
  const amount = BigInt(data.slice(0, 66))
  const debit = { holder: holderOf(first), token, amount: -amount }
  const credit = { holder: holderOf(second ?? first), token, amount }
  // ERC-721 has the token id in a fourth topic.
  if (event === transferTopic && second && topics.length === 3) return [debit, credit]
  if (token !== wrappedNative || topics.length !== 2) return []
  if (event === depositTopic) return [credit]
  return event === withdrawalTopic ? [debit] : []
}

function holderOf(topic: Hex): Address {
  return `0x${topic.slice(-40).toLowerCase()}`
}
