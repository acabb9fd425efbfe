import { fetchCode } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import { ApiError } from '@/lib/client/request'
import { fetchTraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import type { CodeStanding } from './referral'

const standings: Readonly<Record<number, CodeStanding>> = {
  403: { state: 'disabled' },
  404: { state: 'unknown' },
  503: { state: 'off' },
}

/**
 * Looks up a code's owner.
 * @throws {ApiError} if the service is unavailable.
 */
export async function fetchStanding(
  code: string,
  options: CallOptions = {},
): Promise<CodeStanding> {
  try {
    const { walletAddress } = await fetchCode(code, options)
    return { state: 'valid', owner: walletAddress }
  } catch (error) {
    const standing = error instanceof ApiError ? standings[error.status] : undefined
    if (standing === undefined) throw error
    return standing
  }
}

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
