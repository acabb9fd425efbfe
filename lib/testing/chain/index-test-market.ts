import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { listDevnetTokens } from '@/lib/devnet/tokens'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { insertTradingDay } from '@/lib/testing/market/insert-trading-day'
import { repeat } from '@/lib/testing/until'
import { backfillHolders } from '@/lib/tokens/holders/backfill-holders'
import { saveToken } from '@/lib/tokens/token-store'

/**
 * Indexes an embedded network's market and the holders of its listed tokens, and stores one day of
 * trading between `tokens`.
 */
export async function indexTestMarket(
  ctx: Context,
  input: { readonly chainId: number; readonly tokens: readonly Address[] },
): Promise<void> {
  const { chainId } = input
  const leadership = { chainId, epoch: 1n, role: marketRole(chainId) }
  await ctx.db.leader.create({ data: { role: leadership.role, epoch: 1n } })
  for (const { symbol, name, address, decimals } of listDevnetTokens(chainId)) {
    const facts = { symbol, name, address, decimals, unsupported: undefined }
    await saveToken(ctx.db, { chainId, ...facts, listed: true })
  }
  await repeat(
    () => indexMarket(ctx, leadership),
    (state) => state !== 'behind',
  )
  await repeat(
    () => backfillHolders(ctx, leadership),
    (state) => state !== 'again',
  )
  await insertTradingDay(ctx, input)
}
