import { resolveAppData } from '@/lib/app-data/resolve-app-data'
import { hookInteractions, trampolineOf } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { maxUint32, toUnixSeconds } from '@/lib/core/time'
import { checkPair } from './check-pair'
import { hasBannedAccount } from './has-banned-account'
import type { Question, QuoteRequest } from './quote'

/**
 * Validates everything that does not depend on the price, and resolves the app data.
 * @throws {ServiceError} InvalidNativeSellToken, SameBuyAndSellToken, InvalidParameter (expiry), InvalidAppData or
 * AppDataHashMismatch; Forbidden if `from` or `receiver` is banned; InternalServerError if the database does not
 * answer.
 */
export async function checkRequest(ctx: Context, request: QuoteRequest): Promise<Question> {
  const pair = checkPair(request, ctx.chain(request.chainId).network.wrappedNative)
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

function checkExpiry({ expiry }: QuoteRequest, nowSeconds: number): number {
  if ('validFor' in expiry) return Math.min(nowSeconds + expiry.validFor, maxUint32)
  if (expiry.validTo > nowSeconds) return expiry.validTo
  throw new ServiceError('InvalidParameter', 'validTo is in the past; it is Unix time in seconds')
}
