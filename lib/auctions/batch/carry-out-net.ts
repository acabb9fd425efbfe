import type { Hop } from '@/lib/liquidity/hop'
import type { Pool } from '@/lib/liquidity/pool'
import { amountOut } from '@/lib/liquidity/swap-pool'
import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'

/** A trade with a pool, in atoms but not yet exact. */
type Leg = {
  readonly edge: number
  readonly from: number
  readonly to: number
  readonly amountIn: number
}

/** Legs worth less than this part of all are left out: they gain nearly nothing. */
const leastPart = 1e-9

/**
 * Carries the trades of a problem's pools out in integers, in an order in which each token has come in before it
 * goes out. Each pool comes once, and circles are cut open at their smallest trade. What pools do not take remains.
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
  for (const leg of legs) {
    const balance = balances[leg.from] ?? 0n
    const rest = wanted[leg.from] as number
    wanted[leg.from] = rest - leg.amountIn
    const whole = BigInt(Math.floor(leg.amountIn))
    const share =
      Number(balance) >= rest ? whole : BigInt(Math.floor((Number(balance) * leg.amountIn) / rest))
    const sold = share < balance ? share : balance
    const hop = sold > 0n ? passThrough(market, leg, sold) : undefined
    if (!hop) continue
    balances[leg.from] = balance - hop.amountIn
    balances[leg.to] = (balances[leg.to] ?? 0n) + hop.amountOut
    hops.push(hop)
  }
  return hops
}

function passThrough({ pools, tokens }: BatchMarket, leg: Leg, sold: bigint): Hop | undefined {
  const [pool, tokenIn, tokenOut] = [pools.pools[leg.edge], tokens[leg.from], tokens[leg.to]]
  if (!pool || !tokenIn || !tokenOut) return undefined
  const bought = amountOut(pool, { token: tokenIn, amount: sold }, tokenOut)
  return bought ? { pool, tokenIn, tokenOut, amountIn: sold, amountOut: bought } : undefined
}

/** One leg per pool, the one of the most value. */
function legsOf({ market, prices, direction, valueIn, valueOut }: BatchDual): Leg[] {
  const { pools, first, second } = market.pools
  const whole = valueOut.reduce((sum, value, i) => (direction[i] ? sum + value : sum), 0)
  const best = new Map<Pool, Leg & { readonly value: number }>()
  for (const [edge, pool] of pools.entries()) {
    const value = valueOut[edge] as number
    if (direction[edge] === 0 || !(value > whole * leastPart)) continue
    const [a, b] = [first[edge] as number, second[edge] as number]
    const [from, to] = (direction[edge] as number) > 0 ? [a, b] : [b, a]
    const amountIn = (valueIn[edge] as number) / (prices[from] as number)
    if (value > (best.get(pool)?.value ?? 0)) best.set(pool, { edge, from, to, amountIn, value })
  }
  return [...best.values()].sort((a, b) => b.value - a.value)
}

/** The legs by their first token, each after all that lead to it; those that would close a circle are left out. */
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
