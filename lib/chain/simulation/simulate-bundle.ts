import { decodeErrorResult, keccak256, stringToHex } from 'viem'
import { blockTag, boundedExchange, rpcDown } from '@/lib/chain/reads/bounded-request'
import { isUnsupported } from '@/lib/chain/reads/unsupported-method'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { type BalanceChanges, cumulativeBalances } from './balance-changes'
import type { BundleTransaction } from './bundle'
import {
  type BundleAtBlock,
  callOf,
  type ExecutedBundle,
  type ExecutedTransaction,
  executeBundle,
} from './execute-bundle'
import {
  addTrace,
  countChanges,
  type StateChanges,
  type StateDiff,
  type StateTrace,
  stateDiffOf,
  stateOverrides,
} from './state-changes'

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
  const { transactions, block } = await executeBundle(ctx, { chainId, blockNumber, bundle })
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

/** Characters shown of a reason: the contract chooses it. */
const maxReasonLength = 200

function reasonOf(
  { succeeded, returnData, gasUsed }: ExecutedTransaction,
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

/** Maximum bytes of JSON of a trace; it holds the code of every contract that changed. */
const traceBytes = 4_194_304

/** Maximum changed values in the sums of all transactions together; each takes some 250 bytes of JSON. */
const maxChanges = 20_000

/** Maximum milliseconds of all traces of a bundle together. */
const maxTraceMs = 10_000

const tracer = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }

/**
 * Returns the cumulative state changes after each transaction, by one `debug_traceCall` per transaction with the
 * earlier changes as overrides. Undefined if the node does not trace.
 *
 * @throws {ServiceError} BadRequest when it changes more than can be shown; InternalServerError when the node cannot
 *   answer.
 */
async function traceBundle(
  ctx: Context,
  { chainId, blockNumber, bundle, block }: BundleAtBlock & Pick<ExecutedBundle, 'block'>,
): Promise<readonly StateChanges[] | undefined> {
  const startedMs = performance.now()
  const sums: StateChanges[] = []
  let changes: StateChanges = new Map()
  let count = 0
  for (const transaction of bundle) {
    const options = { ...tracer, blockOverrides: block, stateOverrides: stateOverrides(changes) }
    const request = {
      chainId,
      method: 'debug_traceCall',
      params: [callOf(transaction), blockTag(blockNumber), options],
      responseBytes: traceBytes,
    }
    const answer = await boundedExchange(ctx, request, parseTrace)
    if (answer.kind === 'too long') throw tooMuch()
    if (answer.kind === 'error' && isUnsupported(answer.error)) return undefined
    if (answer.kind === 'error') throw rpcDown(ctx, request, answer.error)
    changes = addTrace(changes, answer.result)
    count += countChanges(changes)
    if (count > maxChanges) throw tooMuch()
    if (performance.now() - startedMs > maxTraceMs) {
      throw dependencyDown(`the RPC of ${ctx.chain(chainId).network.title}`, 'traces take too long')
    }
    sums.push(changes)
  }
  return sums
}

function parseTrace(result: unknown): StateTrace | undefined {
  const { pre, post } = (result ?? {}) as Partial<StateTrace>
  return pre && post ? { pre, post } : undefined
}

function tooMuch(): ServiceError {
  return new ServiceError(
    'BadRequest',
    'the bundle changes more state than can be shown; send fewer transactions, or state less gas',
  )
}
