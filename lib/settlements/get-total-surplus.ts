import { type Context, memoized } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createBatch } from '@/lib/db/batch'
import { sumSurplus } from './surplus-store'

/** Sums under way at once in a process: those of busy accounts are long, and anyone may ask for them. */
const concurrency = 2

/**
 * What an account's fills on a network gave above the limit prices, in native atoms. Questions about one
 * account that are asked while it is summed up are answered together.
 */
export async function getTotalSurplus(
  ctx: Context,
  { chainId, account }: { readonly chainId: number; readonly account: Address },
): Promise<bigint> {
  const { wrappedNative } = ctx.chain(chainId).network
  const sum = memoized(ctx, `settlements:surplus:${chainId}`, () =>
    createBatch<Address, bigint>({
      concurrency,
      size: 16,
      load: async (accounts) => {
        const sums = new Map<Address, bigint>()
        for (const one of accounts) {
          sums.set(one, await sumSurplus(ctx.db, { chainId, account: one, wrappedNative }))
        }
        return sums
      },
    }),
  )
  return (await sum(account)) ?? 0n
}
