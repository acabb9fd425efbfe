import { parseAbi, parseEventLogs } from 'viem'
import { expect } from 'vitest'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

const abi = parseAbi([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

type Trade = {
  readonly pool: string
  readonly at: number
  readonly price: number
  readonly amount0: bigint
  readonly amount1: bigint
}

/** Reads the chain's swaps independently, with viem only. */
async function readTrades(): Promise<Trade[]> {
  const { client } = fixture.ctx.chain(1)
  const logs = parseEventLogs({ abi, logs: await client.getLogs({ fromBlock: 0n }) })
  const times = new Map<bigint, number>()
  for (const number of new Set(logs.map(({ blockNumber }) => blockNumber))) {
    times.set(number, Number((await client.getBlock({ blockNumber: number })).timestamp))
  }
  const reserves = new Map<string, number>()
  return logs.flatMap(({ address, blockNumber, eventName, args }): Trade[] => {
    const pool = address.toLowerCase()
    const at = times.get(blockNumber) ?? 0
    if (eventName === 'Sync') {
      reserves.set(pool, Number(args.reserve1) / Number(args.reserve0))
      return []
    }
    if ('sqrtPriceX96' in args) {
      const { amount0, amount1, sqrtPriceX96 } = args
      return [{ pool, at, price: (Number(sqrtPriceX96) / 2 ** 96) ** 2, amount0, amount1 }]
    }
    const amount0 = args.amount0In - args.amount0Out
    const amount1 = args.amount1In - args.amount1Out
    return [{ pool, at, price: reserves.get(pool) ?? 0, amount0, amount1 }]
  })
}

function candlesOf(trades: readonly Trade[], seconds: number) {
  const groups = new Map<string, Trade[]>()
  for (const trade of trades) {
    const key = `${Math.floor(trade.at / seconds) * seconds} ${trade.pool}`
    groups.set(key, [...(groups.get(key) ?? []), trade])
  }
  return [...groups].map(([key, own]) => {
    const prices = own.map(({ price }) => price)
    const sum = (amounts: bigint[]) => String(amounts.reduce((a, b) => a + (b < 0n ? -b : b), 0n))
    return {
      key,
      open: prices[0],
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1),
      volume0: sum(own.map(({ amount0 }) => amount0)),
      volume1: sum(own.map(({ amount1 }) => amount1)),
      swaps: own.length,
    }
  })
}

test('five-minute, hourly and daily candles match the swaps of their pools', async () => {
  for (let round = 1; round <= 40; round++) await fixture.trade({ marketSeconds: 300 * round }, 173)
  await fixture.mine(80)
  await fixture.index()
  const trades = await readTrades()
  expect(new Set(trades.map(({ pool }) => pool)).size).toBeGreaterThan(30)
  for (const seconds of [300, 3_600, 86_400]) {
    const rows = await fixture.db.poolCandle.findMany({ where: { seconds } })
    const stored = rows.map(({ at, pool, open, high, low, close, volume0, volume1, swaps }) => ({
      ...{ key: `${at} ${pool}`, open, high, low, close },
      ...{ volume0: volume0.toFixed(0), volume1: volume1.toFixed(0), swaps },
    }))
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
    expect(stored.sort(byKey)).toEqual(candlesOf(trades, seconds).sort(byKey))
  }
})
