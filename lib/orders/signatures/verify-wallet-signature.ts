import { boundedRequest } from '@/lib/chain/reads/bounded-request'
import { type Context, defineCache, defineSlot } from '@/lib/context'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { type ContractSignature, isContractSignature } from './contract-signature'

/** Lower than for an order, since callers have nothing at stake. */
const walletGas = 200_000n
/** Concurrent wallet calls per process and network, across all callers. */
const maxConcurrentCalls = 8
const codelessMs = 60_000
const maxCached = 10_000
// 24 KiB of code (EIP-170) in hex, plus the JSON-RPC envelope.
const codeBytes = 65_536

type Question = Pick<ContractSignature, 'chainId' | 'owner' | 'digest' | 'signature'>

/**
 * Whether a wallet contract accepts a signature (ERC-1271), for callers with nothing at stake: sign-ins and
 * registrations. Caches the absence of code for a minute.
 *
 * @throws {ServiceError} RateLimited at the process's limit of concurrent calls; InternalServerError when the chain
 *   does not answer, or at that limit when its last call failed; ServiceUnavailable when it is not configured.
 */
export async function isAcceptedByWallet(ctx: Context, question: Question): Promise<boolean> {
  const calls = callsOf(ctx, question.chainId)
  if (calls.count >= maxConcurrentCalls) {
    if (calls.outage) throw calls.outage
    const description = 'too many smart wallets are asked for their signature, try again'
    throw new ServiceError('RateLimited', description, { retryAfterSeconds: 2 })
  }
  calls.count += 1
  try {
    const isAccepted = await verify(ctx, question)
    calls.outage = undefined
    return isAccepted
  } catch (error) {
    calls.outage = isServiceError(error) ? error : undefined
    throw error
  } finally {
    calls.count -= 1
  }
}

/** Number of calls in flight, and the error of the last call if it failed. */
type WalletCalls = { count: number; outage: ServiceError | undefined }

const callsOf = defineSlot('orders/wallet-calls', (_, _chainId: number): WalletCalls => {
  return { count: 0, outage: undefined }
})

/** Whether accounts have code. */
export const walletCode = defineCache<boolean>('orders/wallet-code', {
  forMs: codelessMs,
  max: maxCached,
})

async function verify(ctx: Context, question: Question): Promise<boolean> {
  if (!(await hasCode(ctx, question))) return false
  return isContractSignature(ctx, { ...question, gas: walletGas })
}

function hasCode(ctx: Context, { chainId, owner }: Question): Promise<boolean> {
  return walletCode(ctx, {
    scope: chainId,
    key: owner,
    load: async () => {
      const request = { chainId, method: 'eth_getCode', responseBytes: codeBytes }
      const params = [owner, 'latest']
      const code = await boundedRequest(ctx, { ...request, params }, (result) =>
        typeof result === 'string' ? result : undefined,
      )
      return code !== '0x'
    },
  })
}
