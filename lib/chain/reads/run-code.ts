import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { blockTag, boundedRequest } from './bounded-request'

/** Code to run in one `eth_call`, at an address of its own. */
type Program = {
  readonly chainId: number
  readonly code: Hex
  /** Its input; none by default. */
  readonly data?: Hex
  /** Gas limit, at most {@link callGas}. */
  readonly gas: number
  /** The newest block by default. */
  readonly blockNumber?: bigint | undefined
  /** Maximum bytes that it returns. */
  readonly bytes: number
  /** Time limit; 3 s by default. */
  readonly timeoutMs?: number | undefined
}

/** Time limit of reads for a whole auction, on which it depends: nodes end a call after five or ten seconds. */
export const bulkMs = 10_000

/** Maximum gas of a call: nodes usually allow 50,000,000. */
export const callGas = 48_000_000

/** Address that gets the code by a state override; its key is unknown. */
const place: Address = '0x00000000000000000000000000000c01c1de5ead'

/** The JSON-RPC envelope or error text around the hex of a result. */
const envelopeBytes = 4_096

/**
 * Runs code that no contract has, to read many contracts by one request. Undefined if it fails or returns too much.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export function runCode(ctx: Context, program: Program): Promise<Hex | undefined> {
  const { chainId, code, data = '0x', gas, blockNumber, bytes, timeoutMs } = program
  const call = { to: place, data, gas: `0x${gas.toString(16)}` }
  const request = {
    chainId,
    method: 'eth_call',
    params: [call, blockTag(blockNumber), { [place]: { code } }],
    responseBytes: 2 * bytes + envelopeBytes,
    timeoutMs,
  }
  return boundedRequest(ctx, request, (result) =>
    typeof result === 'string' ? parseHex(result) : undefined,
  )
}
