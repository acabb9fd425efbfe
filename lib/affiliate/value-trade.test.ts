import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import { findPriceSeries } from '@/lib/market/find-price-series'
import { insertTradingDay } from '@/lib/testing/insert-trading-day'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { valueTrade } from './value-trade'

const chainId = 1
const ether = 10n ** 18n
const hour = 3_600

let desk: SolverDesk
let weth: Address
let usdc: Address
let now: number

beforeAll(async () => {
  desk = await openSolverDesk()
  weth = desk.token('WETH')
  usdc = desk.token('USDC')
  now = Math.floor(desk.ctx.now() / 1_000)
  await insertTradingDay(desk.ctx, { chainId, tokens: [weth, usdc] })
})
afterAll(() => desk?.close())

const value = (sellAmount: bigint, buyAmount: bigint, timestamp: number) =>
  valueTrade(desk.ctx, {
    chainId,
    timestamp,
    sellToken: weth,
    buyToken: usdc,
    sellAmount,
    buyAmount,
  })

describe('the value of a trade', () => {
  it('is the lesser of what its two sides were worth then', async () => {
    const at = now - 3 * hour
    expect(await value(ether, 1_000_000n, at)).toBe(1_000_000n)
    const range = { chainId, token: weth, seconds: 300, from: at - hour, to: at - 299 } as const
    const price = (await findPriceSeries(desk.ctx, range)).at(-1)?.usd ?? 0
    expect(price).toBeGreaterThan(1)
    expect(Number(await value(ether, 10n ** 15n, at))).toBeCloseTo(price * 1e6, -1)
  })

  it('is that of the side that has a price, where only one has', async () => {
    const trade = { chainId, timestamp: now - 3 * hour, sellAmount: 5n, buyAmount: 7_000_000n }
    const odd = `0x${'0dd'.repeat(13)}0` as const
    const dollars = await valueTrade(desk.ctx, { ...trade, sellToken: odd, buyToken: usdc })
    expect(dollars).toBe(7_000_000n)
    expect(await valueTrade(desk.ctx, { ...trade, sellToken: odd, buyToken: odd })).toBeUndefined()
  })

  it('stays within what can be summed, whatever the amounts', async () => {
    const most = 2n ** 256n - 1n
    expect(await value(most, most, now - 3 * hour)).toBe(10n ** 24n)
    expect(await value(0n, most, now - 3 * hour)).toBe(0n)
  })

  it('waits for the candles before it, for an hour', async () => {
    await expect(value(ether, 1_000_000n, now - 60)).rejects.toMatchObject({
      code: 'InternalServerError',
    })
    const hash = toHex(1, { size: 32 })
    const block = { number: 1n, hash, parentHash: hash, timestamp: BigInt(now) }
    await desk.ctx.db.indexedBlock.create({ data: { ...block, chainId, indexer: 'market' } })
    expect(await value(ether, 1_000_000n, now - 60)).toBe(1_000_000n)
  })

  it('is unknown on a network that is not served', async () => {
    const trade = { timestamp: now, sellToken: weth, buyToken: usdc, sellAmount: 1n, buyAmount: 1n }
    expect(await valueTrade(desk.ctx, { ...trade, chainId: 100 })).toBeUndefined()
  })
})
