import type { CallOptions } from '@/lib/client/call'
import { isMissing } from '@/lib/client/market'
import { fetchTraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'

/**
 * The code that a trader is bound to; null when it is to none, or the time is over in which its trades count.
 *
 * @throws {ApiError} when the service cannot tell now, or the programme is switched off (503).
 */
export async function fetchBoundCode(
  trader: Address,
  options: Pick<CallOptions, 'signal'>,
): Promise<string | null> {
  try {
    const { bound_referrer_code: code, rewards_end: end } = await fetchTraderStats(trader, options)
    return code && end && Date.parse(end) > Date.now() ? code : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
