import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { PlayedLog } from './play-bundle'

/** What accounts gained (or lost: below zero) of tokens: holder, token, atoms. */
export type BalanceChanges = Readonly<Record<Address, Readonly<Record<Address, bigint>>>>

/** keccak256 of `Transfer(address,address,uint256)`. */
const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak256 of `Deposit(address,uint256)` and `Withdrawal(address,uint256)`. */
const deposit: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal: Hex = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

type Move = { readonly holder: Address; readonly token: Address; readonly amount: bigint }

/**
 * What the transactions so far changed, after each of them: sums over the `Transfer` events of tokens and over
 * the moves of the native token (0xeeee…). The wrapped native token also mints and burns by `Deposit` and
 * `Withdrawal`. The zero address is nobody.
 */
export function cumulativeBalances(
  transactions: readonly { readonly logs: readonly PlayedLog[] }[],
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

function movesOf({ address, topics, data }: PlayedLog, wrappedNative: Address): Move[] {
  const [event, first, second] = topics
  if (!event || !first || data.length < 66) return []
  const token = address.toLowerCase() as Address
  const amount = BigInt(data.slice(0, 66))
  const taken = { holder: holderOf(first), token, amount: -amount }
  const given = { holder: holderOf(second ?? first), token, amount }
  // A token of single items (ERC-721) names the item in a fourth topic.
  if (event === transfer && second && topics.length === 3) return [taken, given]
  if (token !== wrappedNative || topics.length !== 2) return []
  if (event === deposit) return [given]
  return event === withdrawal ? [taken] : []
}

function holderOf(topic: Hex): Address {
  return `0x${topic.slice(-40).toLowerCase()}`
}
