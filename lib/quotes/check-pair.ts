import { type Address, asErc20, nativeToken } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'

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
