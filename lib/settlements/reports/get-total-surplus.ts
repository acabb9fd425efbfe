import { type Context, contextLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { sumSurplus } from './surplus-store'

/**
 * What an account's fills on a network gave above the limit prices, in native atoms. Questions about one
 * account that are asked while it is summed up are answered together.
 */
export async function getTotalSurplus(
  ctx: Context,
  { chainId, account }: { readonly chainId: number; readonly account: Address },
): Promise<bigint> {
  const { wrappedNative } = ctx.chain(chainId).network
  // The sums of busy accounts are long, and anyone may ask for them: two at once in a process.
  const sum = contextLoader<Address, bigint>(ctx, `settlements:surplus:${chainId}`, {
    size: 16,
    concurrency: 2,
    load: async (accounts) => {
      const sums = new Map<Address, bigint>()
      for (const one of accounts) {
        sums.set(one, await sumSurplus(ctx.db, { chainId, account: one, wrappedNative }))
      }
      return sums
    },
  })
  return (await sum(account)) ?? 0n
}
