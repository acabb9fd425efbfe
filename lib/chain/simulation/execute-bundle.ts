import {
  blockTag,
  boundedExchange,
  type RpcError,
  rpcDown,
} from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { BundleTransaction } from './bundle'

/** A bundle and the block on whose state it is simulated. */
export type BundleAtBlock = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly bundle: readonly BundleTransaction[]
}

/** A log of a simulated transaction; a native transfer is a `Transfer` of 0xeeee…. */
export type SimulatedLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The outcome of a simulated transaction. */
export type ExecutedTransaction = {
  readonly succeeded: boolean
  readonly returnData: Hex
  /** Total gas, including the 21,000 and the calldata. */
  readonly gasUsed: bigint
  readonly logs: readonly SimulatedLog[]
}

/** The outcomes of a bundle, and number and time of the simulated block as JSON-RPC quantities. */
export type ExecutedBundle = {
  readonly transactions: readonly ExecutedTransaction[]
  readonly block: { readonly number: Hex; readonly time: Hex }
}

/** Maximum bytes of JSON for a bundle's logs and results: some thousand events. */
const answerBytes = 1_048_576

/**
 * Simulates the transactions of a bundle in sequence by `eth_simulateV1`, each on the state left by those before it. A
 * failed transaction is rolled back and does not stop the others.
 *
 * @throws {ServiceError} BadRequest when the node rejects the bundle or it outputs too much; InternalServerError when
 *   the node cannot answer.
 */
export async function executeBundle(
  ctx: Context,
  { chainId, blockNumber, bundle }: BundleAtBlock,
): Promise<ExecutedBundle> {
  const gasLimit = bundle.reduce((sum, { gas }) => sum + gas, 0n)
  const block = {
    blockOverrides: { gasLimit: `0x${gasLimit.toString(16)}` },
    calls: bundle.map(callOf),
  }
  const request = {
    chainId,
    method: 'eth_simulateV1',
    params: [
      { blockStateCalls: [block], validation: false, traceTransfers: true },
      blockTag(blockNumber),
    ],
    responseBytes: answerBytes,
  }
  const answer = await boundedExchange(ctx, request, (result) => parseBlock(result, bundle.length))
  if (answer.kind === 'result') return answer.result
  if (answer.kind === 'too long') {
    throw new ServiceError(
      'BadRequest',
      'the bundle emits or returns more than can be shown; send fewer transactions, or state less gas',
    )
  }
  throw refusalOf(answer.error) ?? rpcDown(ctx, request, answer.error)
}

/** Formats a transaction for JSON-RPC. */
export function callOf({ from, to, input, value, gas }: BundleTransaction) {
  const quantity = (amount: bigint) => `0x${amount.toString(16)}`
  return { from, to, input, value: quantity(value), gas: quantity(gas) }
}

type RawCall = {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly logs?: readonly SimulatedLog[]
}

type RawBlock = { readonly number: Hex; readonly timestamp: Hex; readonly calls?: RawCall[] }

function parseBlock(result: unknown, count: number): ExecutedBundle | undefined {
  const block = (result as readonly RawBlock[] | null)?.[0]
  if (block?.calls?.length !== count) return undefined
  const transactions = block.calls.map(({ status, returnData, gasUsed, logs }) => ({
    succeeded: status === '0x1',
    returnData,
    gasUsed: BigInt(gasUsed),
    logs: logs ?? [],
  }))
  return { transactions, block: { number: block.number, time: block.timestamp } }
}

const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /insufficient (?:funds|balance)|lack of funds/i,
    'a transaction sends more of the native token than its sender then holds; lower value, or put what funds it before it',
  ],
  [
    /intrinsic gas|floor (?:data )?gas/i,
    'a transaction has less gas than its input costs; raise gas, or leave it out',
  ],
  [
    /gas limit|gas required|gas ?cap/i,
    'the node does not play that much gas; state less gas, or send fewer transactions',
  ],
]

/** Returns the client's error if the bundle itself is at fault, else undefined. */
function refusalOf({ message }: RpcError): ServiceError | undefined {
  const text = String(message)
  const [, description] = refusals.find(([pattern]) => pattern.test(text)) ?? []
  return description === undefined ? undefined : new ServiceError('BadRequest', description)
}
