import { resolveAppData } from '@/lib/app-data/resolve-app-data'
import { hookInteractions, trampolineOf } from '@/lib/chain/trampoline'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { maxUint32, toUnixSeconds } from '@/lib/core/time'
import { hasBannedAccount } from './has-banned-account'
import type { Question, QuoteRequest } from './quote'

/**
 * Checks what a request alone tells, and looks up its app data: what is wrong here is wrong at any price.
 *
 * @throws {ServiceError} InvalidNativeSellToken, SameBuyAndSellToken, InvalidParameter (expiry),
 * InvalidAppData or AppDataHashMismatch; Forbidden when `from` or `receiver` is banned; InternalServerError
 * when the database does not answer.
 */
export async function checkRequest(ctx: Context, request: QuoteRequest): Promise<Question> {
  const pair = checkPair(ctx, request)
  const validTo = checkExpiry(request, toUnixSeconds(ctx.now()))
  const appData = await resolveAppData(ctx, request)
  const { from, receiver = from } = request
  const isBanned = await hasBannedAccount(ctx, [from, receiver]).catch((cause) => {
    throw dependencyDown('the database', cause)
  })
  if (isBanned) {
    throw new ServiceError('Forbidden', 'from or receiver of this request is not served')
  }
  const interactions = hookInteractions(appData.metadata.hooks, trampolineOf(ctx, request.chainId))
  return { request, pair, validTo, appDataHash: appData.hash, interactions }
}

/** The tokens to route between: the native token is bought as the wrapped one. */
function checkPair(ctx: Context, request: QuoteRequest): { sellToken: Address; buyToken: Address } {
  const { wrappedNative } = ctx.chain(request.chainId).network
  const { sellToken } = request
  if (sellToken === nativeToken) {
    throw new ServiceError(
      'InvalidNativeSellToken',
      `a signed order cannot sell the native token; sell the wrapped one, ${wrappedNative}`,
    )
  }
  const buyToken = request.buyToken === nativeToken ? wrappedNative : request.buyToken
  if (sellToken !== buyToken) return { sellToken, buyToken }
  throw new ServiceError('SameBuyAndSellToken', 'sellToken and buyToken are the same token')
}

function checkExpiry({ expiry }: QuoteRequest, nowSeconds: number): number {
  if ('validFor' in expiry) return Math.min(nowSeconds + expiry.validFor, maxUint32)
  if (expiry.validTo > nowSeconds) return expiry.validTo
  throw new ServiceError('InvalidParameter', 'validTo is in the past; it is Unix time in seconds')
}
