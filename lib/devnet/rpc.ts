import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** One JSON-RPC call to a chain. Throws an Error with the chain's message if the answer is an error. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The used members of a transaction receipt. */
export type Receipt = {
  readonly status: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
}

/** A transaction from an account that is unlocked on the chain. */
export type UnlockedTransaction = {
  readonly from: Address
  readonly to: Address
  readonly data?: Hex
  readonly gas?: number
}

/** Creates a JSON-RPC caller without retries, batching or caches: an embedded chain answers at once or is down. */
export function createRpc(rpcUrl: string): Rpc {
  let id = 0
  return async (method, params) => {
    id += 1
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
}

/**
 * Sends a transaction and waits until it is mined. Throws an Error if it reverts.
 *
 * `eth_sendTransaction` alone returns before the block; a chain that mines on demand would then drop the next one.
 */
export async function sendTransaction(
  rpc: Rpc,
  transaction: UnlockedTransaction,
): Promise<Receipt> {
  const { gas, ...rest } = transaction
  const request = gas === undefined ? rest : { ...rest, gas: quantity(gas) }
  const receipt = (await rpc('eth_sendTransactionSync', [request])) as Receipt
  if (receipt.status !== '0x1') {
    throw new Error(`transaction ${receipt.transactionHash} to ${transaction.to} failed`)
  }
  return receipt
}

/** Encodes a number as a JSON-RPC quantity. */
export function quantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}
