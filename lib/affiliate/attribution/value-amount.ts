import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { microsPerUsd } from '@/lib/core/usd'
import { findPriceAt, type TokenAt } from './find-price-at'

/** Upper bound of a value, so that no sum overflows its column: 10^18 dollars. */
const maxMicros = 10n ** 24n

/**
 * Returns the value of token atoms at a time, in millionths of a dollar; undefined without a price.
 *
 * @throws {ServiceError} InternalServerError when a source is down.
 */
export async function valueAmount(
  ctx: Context,
  { amount, ...query }: TokenAt & { readonly amount: bigint },
): Promise<bigint | undefined> {
  const price = await findPriceAt(ctx, query)
  if (!price) return undefined
  const micros = (Number(amount) * price.usd * Number(microsPerUsd)) / 10 ** price.decimals
  if (!Number.isFinite(micros)) return maxMicros
  return minAmount(BigInt(Math.floor(micros)), maxMicros)
}
