import { fetchCode } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import { ApiError } from '@/lib/client/request'
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
