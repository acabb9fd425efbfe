import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { microsPerUsd } from '@/lib/core/usd'
import { findPriceAt, type TokenAt } from './find-price-at'

/** Nothing counts for more, so that no sum is too large for its column: 10^18 dollars. */
const maxMicros = 10n ** 24n

/**
 * What atoms of a token were worth at a moment, in millionths of a dollar; undefined when nothing told.
 *
 * @throws {ServiceError} InternalServerError when a source is down.
 */
export async function valueAmount(
  ctx: Context,
  { amount, ...asked }: TokenAt & { readonly amount: bigint },
): Promise<bigint | undefined> {
  const price = await findPriceAt(ctx, asked)
  if (!price) return undefined
  const micros = (Number(amount) * price.usd * Number(microsPerUsd)) / 10 ** price.decimals
  if (!Number.isFinite(micros)) return maxMicros
  return minAmount(BigInt(Math.floor(micros)), maxMicros)
}
