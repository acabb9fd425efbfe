import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { sumSurplus } from './surplus-query'

/**
 * Returns the surplus of an account's fills on a network over the limit prices, in native atoms. Concurrent requests
 * for one account share the computation.
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
  // Sums of busy accounts are expensive and public, so a process computes at most two at once.
  { size: 16, concurrency: 2 },
)
