import { blockTag } from '@/lib/chain/reads/bounded-call'
import { boundedExchange, type RpcError, rpcDown } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { type BundleAtBlock, callOf, type PlayedBundle } from './play-bundle'
import {
  addTrace,
  countChanges,
  type StateChanges,
  type StateTrace,
  stateOverrides,
} from './state-changes'

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
export async function traceBundle(
  ctx: Context,
  { chainId, blockNumber, bundle, block }: BundleAtBlock & Pick<PlayedBundle, 'block'>,
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

/** Providers that do not trace, or not on this plan, word it differently. */
function isUnsupported({ code, message }: RpcError): boolean {
  if (code === -32601 || code === -32004) return true
  return /not (?:found|supported|available|allowed|enabled|whitelisted)|unsupported|does not exist|unknown method/i.test(
    String(message),
  )
}
