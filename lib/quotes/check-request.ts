import { resolveAppData } from '@/lib/app-data/resolve-app-data'
import { hookInteractions, trampolineOf } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { type Address, asErc20, nativeToken } from '@/lib/core/address'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { maxUint32, toUnixSeconds } from '@/lib/core/time'
import { hasBannedAccount } from './banned-account-store'
import { checkBalanceSources } from './check-balance-sources'
import type { Question, QuoteRequest } from './quote'

/**
 * Validates everything that does not depend on the price, and resolves the app data.
 * @throws {ServiceError} InvalidNativeSellToken, SameBuyAndSellToken, InvalidParameter (expiry), InvalidAppData or
 * AppDataHashMismatch; UnsupportedBuyTokenDestination or UnsupportedSellTokenSource; Forbidden if `from` or `receiver`
 * is banned; InternalServerError if the database or the network's RPC does not answer.
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
  await checkBalanceSources(ctx, request.chainId, request)
  const interactions = hookInteractions(appData.metadata.hooks, trampolineOf(ctx, request.chainId))
  return { request, pair, validTo, appDataHash: appData.hash, interactions }
}

function checkExpiry({ expiry }: QuoteRequest, nowSeconds: number): number {
  if ('validFor' in expiry) return Math.min(nowSeconds + expiry.validFor, maxUint32)
  if (expiry.validTo > nowSeconds) return expiry.validTo
  throw new ServiceError('InvalidParameter', 'validTo is in the past; it is Unix time in seconds')
}

/** The tokens of a quote or an order. */
export type Pair = { readonly sellToken: Address; readonly buyToken: Address }

/**
 * Returns the tokens to route between. The native token can only be bought; it routes as the wrapped token.
 * @throws {ServiceError} SameBuyAndSellToken or InvalidNativeSellToken.
 */
export function checkPair({ sellToken, buyToken }: Pair, wrappedNative: Address): Pair {
  const bought = asErc20(buyToken, { wrappedNative })
  if (sellToken === buyToken) {
    throw new ServiceError('SameBuyAndSellToken', 'sellToken and buyToken are the same token')
  }
  if (sellToken === bought) {
    throw new ServiceError(
      'SameBuyAndSellToken',
      'buyToken is what sellToken wraps; unwrap it by its withdraw function, one to one',
    )
  }
  if (sellToken === nativeToken) {
    throw new ServiceError(
      'InvalidNativeSellToken',
      `a signed order cannot sell the native token; sell the wrapped one, ${wrappedNative}`,
    )
  }
  return { sellToken, buyToken: bought }
}
