import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { daySeconds } from '@/lib/core/time'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { createPriceWalk } from '@/lib/devnet/market/prices'
import { isPairPool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { poolPriceOf } from '@/lib/market/prices/pool-price'
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

const candleSeconds = 300

/**
 * Stores five-minute candles of the last 24 hours for the pools between these tokens of an embedded
 * network: its price walk, scaled to end at the chain's current prices.
 */
export async function insertTradingDay(
  ctx: Context,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: readonly Address[] },
): Promise<void> {
  const { pools } = await readPools(ctx, { chainId, tokens })
  const now = Math.floor(ctx.now() / 1_000)
  const last = now - (now % candleSeconds) - candleSeconds
  const usdOf = walkedPrices(chainId, last)
  const between = pools
    .filter(isPairPool)
    .filter(({ token0, token1 }) => tokens.includes(token0) && tokens.includes(token1))
  const rows = between.map(poolPriceOf).flatMap(({ address, token0, token1, price, ...depths }) =>
    usdOf.map(({ at, usd }) => {
      const then = price * ((usd.get(token0) ?? 1) / (usd.get(token1) ?? 1))
      return {
        ...{ chainId, pool: address, seconds: candleSeconds, at: BigInt(at), swaps: 1 },
        ...{ open: then, high: then, low: then, close: then },
        ...{ volume0: toDecimal(depths.depth0 / 1e4), volume1: toDecimal(depths.depth1 / 1e4) },
        ...{ depth0: toDecimal(depths.depth0), depth1: toDecimal(depths.depth1) },
      }
    }),
  )
  await ctx.db.poolCandle.createMany({ data: rows, skipDuplicates: true })
}

/** Returns each token's price relative to that at `last`, oldest first. */
function walkedPrices(chainId: number, last: number) {
  const tokens = listDevnetTokens(chainId)
  const first = last - daySeconds + 2 * candleSeconds
  const walk = createPriceWalk(tokens, { seed: 1, openedAt: first })
  const steps = Array.from({ length: (last - first) / candleSeconds + 1 }, (_, step) => {
    const at = first + step * candleSeconds
    return { at, usd: new Map(tokens.map((token) => [token.address, walk.usdAt(token, at)])) }
  })
  const end = steps.at(-1)?.usd
  return steps.map(({ at, usd }) => ({
    at,
    usd: new Map([...usd].map(([token, then]) => [token, then / (end?.get(token) ?? then)])),
  }))
}

function toDecimal(amount: number): string {
  return BigInt(Math.round(amount)).toString()
}
