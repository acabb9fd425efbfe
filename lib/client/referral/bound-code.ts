import type { CallOptions } from '@/lib/client/call'
import { ApiError } from '@/lib/client/request'
import { fetchTraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'

/**
 * Fetches the code that a trader is bound to; null if none, if its eligibility period is over, or if the service runs
 * no programme.
 * @throws {ApiError} if the service is unavailable.
 */
export async function fetchBoundCode(
  trader: Address,
  options: Pick<CallOptions, 'signal'>,
): Promise<string | null> {
  try {
    const { body } = await fetchTraderStats(trader, options)
    const { bound_referrer_code: code, rewards_end: end } = body
    return code && end && Date.parse(end) > Date.now() ? code : null
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 503)) return null
    throw error
  }
}
