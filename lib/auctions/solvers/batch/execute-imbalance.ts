import { isVaultPool, type Pool } from '@/lib/liquidity/pool'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import type { Hop } from '@/lib/liquidity/swap-pool'
import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'

/** A pool trade in atoms, not yet exact. */
type Leg = {
  readonly edge: number
  readonly from: number
  readonly to: number
  readonly amountIn: number
}

/** Omits trades below this fraction of the total value: they gain almost nothing. */
const minPart = 1e-9

/**
 * Executes a problem's pool trades in integers, ordered so that each token arrives before it is spent. Cycles are
 * broken at their smallest trade. What pools cannot take remains.
 */
export function carryOutNet(
  { market, ...dual }: BatchDual,
  net: readonly bigint[],
): readonly Hop[] {
  const legs = orderLegs(legsOf({ market, ...dual }), market.tokens.length)
  const balances = [...net]
  const wanted = new Float64Array(net.length)
  for (const { from, amountIn } of legs) wanted[from] = (wanted[from] as number) + amountIn
  const hops: Hop[] = []
  const trade = createSequentialSwaps()
  for (const leg of legs) {
    const balance = balances[leg.from] ?? 0n
    const rest = wanted[leg.from] as number
    wanted[leg.from] = rest - leg.amountIn
    const whole = BigInt(Math.floor(leg.amountIn))
    const share =
      Number(balance) >= rest ? whole : BigInt(Math.floor((Number(balance) * leg.amountIn) / rest))
    const sold = share < balance ? share : balance
    const hop = sold > 0n ? passThrough({ market, trade }, leg, sold) : undefined
    if (!hop) continue
    balances[leg.from] = balance - hop.amountIn
    balances[leg.to] = (balances[leg.to] ?? 0n) + hop.amountOut
    hops.push(hop)
  }
  return hops
}

type Trading = {
  readonly market: BatchMarket
  readonly trade: ReturnType<typeof createSequentialSwaps>
}

function passThrough({ market, trade }: Trading, leg: Leg, sold: bigint): Hop | undefined {
  const { pools, tokens } = market
  const [pool, tokenIn, tokenOut] = [pools.pools[leg.edge], tokens[leg.from], tokens[leg.to]]
  if (!pool || !tokenIn || !tokenOut) return undefined
  const bought = trade({ pool, tokenIn, tokenOut, amountIn: sold })
  return bought ? { pool, tokenIn, tokenOut, amountIn: sold, amountOut: bought } : undefined
}

/**
 * Pool trades, most valuable first. A vault pool may occur for several pairs if it only buys or only sells each token;
 * others occur once.
 */
function legsOf({ market, prices, direction, valueIn, valueOut }: BatchDual): Leg[] {
  const { pools, first, second } = market.pools
  const whole = valueOut.reduce((sum, value, i) => (direction[i] ? sum + value : sum), 0)
  const byValue = [...direction.keys()]
    .filter((edge) => direction[edge] !== 0 && (valueOut[edge] as number) > whole * minPart)
    .sort((a, b) => (valueOut[b] as number) - (valueOut[a] as number))
  const used = new Map<Pool, { readonly taken: Set<number>; readonly paid: Set<number> }>()
  return byValue.flatMap((edge): Leg[] => {
    const pool = pools[edge] as Pool
    const [a, b] = [first[edge] as number, second[edge] as number]
    const [from, to] = (direction[edge] as number) > 0 ? [a, b] : [b, a]
    const { taken, paid } = used.get(pool) ?? { taken: new Set(), paid: new Set() }
    if (taken.size > 0 && (!isVaultPool(pool) || paid.has(from) || taken.has(to))) return []
    used.set(pool, { taken: taken.add(from), paid: paid.add(to) })
    const amountIn = (valueIn[edge] as number) / (prices[from] as number)
    return [{ edge, from, to, amountIn }]
  })
}

/** Topologically sorted trades; those that would close a cycle are omitted. */
function orderLegs(legs: readonly Leg[], tokenCount: number): Leg[] {
  const after = Array.from({ length: tokenCount }, (): Leg[] => [])
  for (const leg of legs) if (!leads(after, leg.to, leg.from)) after[leg.from]?.push(leg)
  const isSeen = new Uint8Array(tokenCount)
  const order: number[] = []
  const visit = (token: number) => {
    if (isSeen[token]) return
    isSeen[token] = 1
    for (const { to } of after[token] ?? []) visit(to)
    order.push(token)
  }
  for (let token = 0; token < tokenCount; token += 1) visit(token)
  return order.reverse().flatMap((token) => after[token] ?? [])
}

function leads(after: readonly (readonly Leg[])[], start: number, end: number): boolean {
  const isSeen = new Set([start])
  const open = [start]
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    if (token === end) return true
    for (const { to } of after[token] ?? []) {
      if (isSeen.has(to)) continue
      isSeen.add(to)
      open.push(to)
    }
  }
  return false
}
