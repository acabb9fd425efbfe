import { fetchCode } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import { ApiError } from '@/lib/client/request'
import { fetchTraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import type { CodeStatus } from './referral'

const statuses: Readonly<Record<number, CodeStatus>> = {
  403: { state: 'disabled' },
  404: { state: 'unknown' },
  503: { state: 'off' },
}

/**
 * Looks up a code's owner.
 * @throws {ApiError} if the service is unavailable.
 */
export async function fetchCodeStatus(
  code: string,
  options: CallOptions = {},
): Promise<CodeStatus> {
  try {
    const { walletAddress } = await fetchCode(code, options)
    return { state: 'valid', owner: walletAddress }
  } catch (error) {
    const status = error instanceof ApiError ? statuses[error.status] : undefined
    if (status === undefined) throw error
    return status
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
