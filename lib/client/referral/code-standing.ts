import { fetchCode } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import { ApiError } from '@/lib/client/request'
import type { CodeStanding } from './referral'

/**
 * Asks whose a code is.
 *
 * @throws {ApiError} when the service cannot tell now, or the programme is switched off (503).
 */
export async function fetchStanding(
  code: string,
  options: CallOptions = {},
): Promise<CodeStanding> {
  try {
    const { walletAddress } = await fetchCode(code, options)
    return { state: 'valid', owner: walletAddress }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'unknown' }
    if (error instanceof ApiError && error.status === 403) return { state: 'disabled' }
    throw error
  }
}
