import { type Context, defineLoader } from '@/lib/context'
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
  return (await sumTogether(ctx, account, chainId)) ?? 0n
}

const sumTogether = defineLoader<Address, bigint, number>(
  'settlements/surplus',
  async (ctx, accounts, chainId) => {
    const { wrappedNative } = ctx.chain(chainId).network
    const sums = new Map<Address, bigint>()
    for (const account of accounts) {
      sums.set(account, await sumSurplus(ctx.db, { chainId, account, wrappedNative }))
    }
    return sums
  },
  // Sums of busy accounts take long, and anyone may ask for them: two at once in a process.
  { size: 16, concurrency: 2 },
)
