import { decodeErrorResult, keccak256, stringToHex } from 'viem'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { type BalanceChanges, cumulativeBalances } from './balance-changes'
import type { BundleTransaction } from './bundle'
import { type PlayedTransaction, playBundle } from './play-bundle'
import { type StateDiff, stateDiffOf } from './state-changes'
import { traceBundle } from './trace-bundle'

/** The outcome of a bundle's transaction and the cumulative changes up to it. */
export type SimulatedTransaction = {
  readonly status: boolean
  /** Stable for the same bundle on the same block. */
  readonly id: Hex
  readonly cumulativeBalancesDiff: BalanceChanges
  /** Undefined if the network's node does not trace. */
  readonly stateDiff: readonly StateDiff[] | undefined
  readonly gasUsed: bigint
  /** Reason of the failure. */
  readonly reason: string | undefined
}

/**
 * Simulates transactions in sequence on the newest block of a network, without sending any.
 *
 * @throws {ServiceError} BadRequest when the node rejects the bundle, or it does more than can be shown;
 *   InternalServerError when the node cannot answer.
 */
export async function simulateBundle(
  ctx: Context,
  { chainId, bundle }: { readonly chainId: number; readonly bundle: readonly BundleTransaction[] },
): Promise<readonly SimulatedTransaction[]> {
  const { client, network } = ctx.chain(chainId)
  const head = await client.getBlock().catch((cause) => {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  })
  const { number: blockNumber, hash } = head
  const { transactions, block } = await playBundle(ctx, { chainId, blockNumber, bundle })
  const changes = await traceBundle(ctx, { chainId, blockNumber, bundle, block })
  const balances = cumulativeBalances(transactions, network.wrappedNative)
  const name = keccak256(stringToHex(JSON.stringify([chainId, hash, bundle], withBigints)))
  return transactions.map((transaction, i) => ({
    status: transaction.succeeded,
    id: keccak256(stringToHex(`${name} ${i}`)),
    cumulativeBalancesDiff: balances[i] ?? {},
    stateDiff: changes && stateDiffOf(changes[i] ?? new Map()),
    gasUsed: transaction.gasUsed,
    reason: reasonOf(transaction, bundle[i]?.gas),
  }))
}

function withBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

const maxReasonLength = 200

function reasonOf(
  { succeeded, returnData, gasUsed }: PlayedTransaction,
  gas: bigint | undefined,
): string | undefined {
  if (succeeded) return undefined
  if (returnData === '0x') return gasUsed === gas ? 'out of gas' : 'reverted without a reason'
  const text = textOf(returnData)?.replace(/\p{C}/gu, '').slice(0, maxReasonLength)
  return text ? text : `reverted with ${returnData.slice(0, 10)}`
}

/** Decodes the text of `Error(string)` or the code of `Panic(uint256)`. */
function textOf(data: Hex): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ data, abi: [] })
    return errorName === 'Panic'
      ? `panic 0x${BigInt(args?.[0] as bigint).toString(16)}`
      : String(args?.[0])
  } catch {
    return undefined
  }
}
