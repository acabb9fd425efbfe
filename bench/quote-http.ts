import { readPools } from '@/lib/liquidity/pools/read-pools'
import { priceOffers } from '@/lib/quotes/price-offers'
import { temporaryFolder } from './instance'
import type { LoadResult } from './load/client'
import { createReport, median } from './load/measure'
import { openPoolStage, stageBases } from './load/pool-stage'
import { createProcesses } from './load/processes'
import { describeLoad, expectStatus, inTurns } from './load/turns'

// Quotes over HTTP with 300 pools: latency for one client, throughput for twenty compared with the limit by pricing
// alone, and the web process's event loop delay meanwhile. Rate limits are off.
//
// `optimal` is verified by a simulation like `verified`, so it has the same goals: one simulation takes the node about
// 7 ms, more than the 5 ms planned for pricing alone.
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const ms = Number(process.env.BENCH_MS ?? 4_000)

const report = createReport('quote-http')
const folder = temporaryFolder()
const processes = createProcesses()
const stage = await openPoolStage(folder.path, { tokens: 50, pools: 300 })
const { weth, usdc } = stageBases()
const sizes = [0.05, 0.2, 1, 3, 10].map((ether) => BigInt(Math.round(ether * 1e6)) * 10n ** 12n)
try {
  report.calibrate()
  const { pools } = await readPools(stage.ctx, { chainId: 1, tokens: [weth, usdc] })
  report.say(`${pools.length} pools between the tokens of the quotes`)
  if (pools.length < 300) throw new Error('fewer than 300 pools')
  const routeMs = timeOfRoute(pools)
  report.say(
    `pricing alone: ${routeMs.toFixed(2)} ms (median), which allows ${(1000 / routeMs).toFixed(0)}/s`,
  )
  const web = await processes.startWeb(stage.environment)
  const client = processes.startClient()
  const load = (priceQuality: string, connections: number) => () =>
    client
      .run({ kind: 'http', port: web.port, connections, ms, requests: requestsOf(priceQuality) })
      .then(expectStatus(200))
  // Loads the pools, and measures the gas of the route shapes, once.
  for (const quality of ['verified', 'optimal', 'fast'])
    await load(quality, 1)().catch(() => undefined)
  await web.eventLoopLag()
  const results = await inTurns(
    {
      fast: load('fast', 1),
      optimal: load('optimal', 1),
      verified: load('verified', 1),
      many: load('optimal', 20),
    },
    { rounds, say: report.say },
  )
  const { p99Ms: lag } = await web.eventLoopLag()
  for (const [name, result] of Object.entries(results))
    report.say(`${name}: ${describeLoad(result)}`)
  const of = (result: readonly LoadResult[], read: (one: LoadResult) => number) =>
    median(result.map(read))
  const atMost = (what: string, value: number, ceiling: number) =>
    report.atMost(what, value, { ceiling, unit: 'ms' })
  atMost(
    'one client, optimal: p50 (goal 12 ms)',
    of(results.optimal, (one) => one.p50Ms),
    30,
  )
  atMost(
    'one client, optimal: p99 (goal 40 ms)',
    of(results.optimal, (one) => one.p99Ms),
    80,
  )
  atMost(
    'one client, verified: p50 (goal 12 ms)',
    of(results.verified, (one) => one.p50Ms),
    30,
  )
  atMost('event loop of the web process late by, p99', lag, 20)
  const after = timeOfRoute(pools)
  const allowed = 1000 / median([routeMs, after])
  const reached = of(results.many, (one) => one.perSecond) / allowed
  report.ratio('20 clients, optimal: quotes/s of what pricing allows:', reached, {
    floor: 0.4,
    goal: 0.7,
  })
  report.calibrate()
} finally {
  await processes.end()
  await stage.close()
  folder.remove()
}

/** Returns the milliseconds of pricing in one thread, for the requests then sent over HTTP. */
function timeOfRoute(pools: Parameters<typeof priceOffers>[1]): number {
  const times = Array.from({ length: 60 }, (_, i) => {
    const question = {
      chainId: 1,
      pair: { sellToken: weth, buyToken: usdc },
      size: { kind: 'sell', sellAmountAfterFee: sizes[i % sizes.length] as bigint },
      gasPrice: 10n ** 9n,
      bytePrice: 0n,
      extraBytes: 0n,
      extraGas: 0n,
      transferGas: 0n,
      volumeFeeBps: 0,
      estimatorNames: ['split'],
      inventory: [],
      measuredGas: new Map(),
    } as const
    const began = performance.now()
    priceOffers(question, pools)
    return performance.now() - began
  })
  return median(times.slice(20))
}

function requestsOf(priceQuality: string) {
  return sizes.map((size) => ({
    method: 'POST',
    path: '/api/v1/quote',
    body: JSON.stringify({
      kind: 'sell',
      sellAmountBeforeFee: String(size),
      sellToken: weth,
      buyToken: usdc,
      from: `0x${'a1'.repeat(20)}`,
      priceQuality,
    }),
  }))
}
