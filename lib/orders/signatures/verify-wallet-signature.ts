import { boundedRequest } from '@/lib/chain/reads/bounded-request'
import { type Context, contextCache, contextSlot } from '@/lib/context'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { type ContractSignature, isContractSignature } from './contract-signature'

/** Less than for an order, since nobody who asks has anything at stake. */
const walletGas = 200_000n
/** Wallets that a process asks at once on a network, for all callers together. */
const maxAtOnce = 8
const codelessMs = 60_000
const maxRemembered = 10_000
// 24 KiB of code as hex, and the envelope.
const codeBytes = 65_536

type Question = Pick<ContractSignature, 'chainId' | 'owner' | 'digest' | 'signature'>

/**
 * Whether the contract of a wallet takes a signature (ERC-1271), for those who have nothing at stake: signing in, and
 * registrations. That a wallet has no contract is remembered for a minute.
 *
 * @throws {ServiceError} RateLimited while the process asks as many wallets as it may; InternalServerError when the
 *   chain does not answer, or did not answer last while so many are asked, ServiceUnavailable without one.
 */
export async function isTakenByWallet(ctx: Context, question: Question): Promise<boolean> {
  const asked = contextSlot(
    ctx,
    `wallets:asked:${question.chainId}`,
    (): Asked => ({ count: 0, outage: undefined }),
  )
  if (asked.count >= maxAtOnce) {
    if (asked.outage) throw asked.outage
    const description = 'too many smart wallets are asked for their signature, try again'
    throw new ServiceError('RateLimited', description, { retryAfterSeconds: 2 })
  }
  asked.count += 1
  try {
    const isTaken = await ask(ctx, question)
    asked.outage = undefined
    return isTaken
  } catch (error) {
    asked.outage = isServiceError(error) ? error : undefined
    throw error
  } finally {
    asked.count -= 1
  }
}

/** How many wallets are asked, and how the chain failed if it did last. */
type Asked = { count: number; outage: ServiceError | undefined }

async function ask(ctx: Context, question: Question): Promise<boolean> {
  if (!(await hasCode(ctx, question))) return false
  return isContractSignature(ctx, { ...question, gas: walletGas })
}

function hasCode(ctx: Context, { chainId, owner }: Question): Promise<boolean> {
  return contextCache(ctx, `wallets:code:${chainId}`, {
    key: owner,
    forMs: codelessMs,
    max: maxRemembered,
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
