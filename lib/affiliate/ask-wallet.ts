import { boundedRequest } from '@/lib/chain/bounded-request'
import { type Context, memoized, remembered } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { type ContractSignature, isContractSignature } from '@/lib/orders/contract-signature'
import { affiliateChainId } from './affiliate-code'

/** Less than for an order, since nobody who asks has anything at stake. */
const walletGas = 200_000n
/** Wallets that a process asks at once, for all callers together. */
const mostAtOnce = 8
const codelessMs = 60_000
const mostRemembered = 10_000
// 24 KiB of code as hex, and the envelope.
const codeBytes = 65_536

type Question = Pick<ContractSignature, 'owner' | 'digest' | 'signature'>

/**
 * Whether the contract of a wallet takes a signature (ERC-1271), asked on the chain of registrations. That a wallet has
 * no contract is remembered for a minute.
 *
 * @throws {ServiceError} RateLimited while the process asks as many wallets as it may; InternalServerError when the
 *   chain does not answer, or did not answer last while so many are asked, ServiceUnavailable without one.
 */
export async function isTakenByWallet(ctx: Context, question: Question): Promise<boolean> {
  const asked = memoized(
    ctx,
    'affiliate-wallets:asked',
    (): Asked => ({ count: 0, outage: undefined }),
  )
  if (asked.count >= mostAtOnce) {
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
  if (!(await hasCode(ctx, question.owner))) return false
  const bounds = { chainId: affiliateChainId, gas: walletGas }
  return isContractSignature(ctx, { ...question, ...bounds })
}

function hasCode(ctx: Context, wallet: Address): Promise<boolean> {
  return remembered(ctx, 'affiliate-wallets:code', {
    key: wallet,
    forMs: codelessMs,
    most: mostRemembered,
    load: async () => {
      const request = { chainId: affiliateChainId, method: 'eth_getCode', responseBytes: codeBytes }
      const params = [wallet, 'latest']
      const code = await boundedRequest(ctx, { ...request, params }, (result) =>
        typeof result === 'string' ? result : undefined,
      )
      return code !== '0x'
    },
  })
}
