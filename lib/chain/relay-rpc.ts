import { type Context, defineSlot } from '@/lib/context'
import { withDeadline } from '@/lib/core/deadline'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { readAtMost } from './reads/read-at-most'

/** A JSON-RPC call. */
export type RpcCall = {
  readonly jsonrpc: '2.0'
  readonly id: number | string
  readonly method: string
  readonly params: readonly unknown[]
}

/** The methods that pages and wallets need. None of them scans history, unlocks accounts or controls the node. */
const relayedMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'net_version',
])

/** Time limit of a request, below the ten seconds after which the clients of pages give up (viem's default). */
const timeoutMs = 8_000
/** One mebibyte: the methods below answer with a block or a call's result, never with logs. */
const maxResponseBytes = 1 << 20

/** Methods that execute code on the node, and the gas limit of one call: ample for a transaction of our pages. */
const executingMethods: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])
const maxGas = 5_000_000n

/** Executing code costs a node several times a lookup; providers charge about as much more. */
const executionUnits = 5

const unitsOf = ({ method }: RpcCall) => (executingMethods.has(method) ? executionUnits : 1)

/** Returns what relaying these calls counts as: reads by their load on the node, and each transaction as a write too. */
export function countUse(calls: readonly RpcCall[]): {
  readonly reads: number
  readonly writes: number
} {
  return {
    reads: calls.reduce((sum, call) => sum + unitsOf(call), 0),
    writes: calls.filter(({ method }) => method === 'eth_sendRawTransaction').length,
  }
}

/** Reads that this process has relayed to a network in the current Unix second. */
type Relayed = { second: number; reads: number }

const relayed = defineSlot('chain/relayed', (_, _chainId: number): Relayed => {
  return { second: 0, reads: 0 }
})

/** @throws {ServiceError} RateLimited when all callers together have used up a network's second. */
function takeUnits(ctx: Context, chainId: number, calls: readonly RpcCall[]): void {
  const max = ctx.config.relay.unitsPerSecond
  const state = relayed(ctx, chainId)
  const second = toUnixSeconds(ctx.now())
  if (state.second !== second) Object.assign(state, { second, reads: 0 })
  const { reads } = countUse(calls)
  if (max > 0 && state.reads + reads > max) {
    throw new ServiceError('RateLimited', 'the network is busy, try again later', {
      retryAfterSeconds: 1,
    })
  }
  state.reads += reads
}

/**
 * Relays a page's calls to the network's JSON-RPC endpoint, so that no browser learns its URL (which may hold a key)
 * and pages connect to their own origin only. Answers a method that is not relayed with JSON-RPC error -32601. Code
 * runs with at most five million gas and without state overrides. Calls go to `RELAY_URL_<chainId>`, if set, so that they use
 * up no quota of the service's own node.
 *
 * @throws {ServiceError} InternalServerError when the endpoint does not answer; RateLimited beyond
 *   `RELAY_UNITS_PER_SECOND` of a network.
 */
export async function relayRpc(
  ctx: Context,
  input: { chainId: number; calls: readonly RpcCall[]; signal: AbortSignal },
): Promise<unknown[]> {
  const permitted = input.calls.filter(({ method }) => relayedMethods.has(method))
  const refused = input.calls
    .filter(({ method }) => !relayedMethods.has(method))
    .map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32601, message: `${method.slice(0, 64)} is not relayed` },
    }))
  if (permitted.length === 0) return refused
  takeUnits(ctx, input.chainId, permitted)
  return [...(await send(ctx, { ...input, calls: permitted })), ...refused]
}

async function send(
  ctx: Context,
  { chainId, calls, signal }: { chainId: number; calls: readonly RpcCall[]; signal: AbortSignal },
): Promise<unknown[]> {
  const ownUrl = ctx.config.relay.urls.get(chainId)
  const { rpcUrl, guard } = ctx.chain(chainId)
  try {
    const text = await withDeadline({ ms: timeoutMs, signal }, async (signal) => {
      const request = () =>
        ctx.fetch(ownUrl ?? rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(calls.map(bounded)),
          signal,
        })
      const response = await (ownUrl === undefined ? guard(request, 'batch') : request())
      return readAtMost(response, maxResponseBytes)
    })
    if (text === undefined) throw new RangeError('the answer is too long')
    const answers: unknown = JSON.parse(text)
    if (!Array.isArray(answers)) throw new TypeError('not a batch answer')
    return answers.map((answer) => withMaskedError(ctx, answer))
  } catch (cause) {
    throw dependencyDown('the network', cause)
  }
}

/** A node's error may quote its URL. */
function withMaskedError({ mask }: Context, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return answer
  return JSON.parse(mask(JSON.stringify(answer)))
}

/** By default a node runs a call with a whole block's gas, and an estimate many times over. */
function bounded(call: RpcCall): RpcCall {
  if (!executingMethods.has(call.method)) return call
  const [transaction, block] = call.params
  if (typeof transaction !== 'object' || transaction === null) return call
  const gas = gasOf(transaction)
  const params = [{ ...transaction, gas: `0x${gas.toString(16)}` }]
  return { ...call, params: block === undefined ? params : [...params, block] }
}

function gasOf(transaction: object): bigint {
  const { gas } = transaction as { readonly gas?: unknown }
  if (typeof gas !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(gas)) return maxGas
  return BigInt(gas) < maxGas ? BigInt(gas) : maxGas
}
