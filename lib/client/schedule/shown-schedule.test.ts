import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import {
  averagePrice,
  gainOver,
  marketPrice,
  nextShortage,
  partState,
  type ScheduleState,
  type ShownSchedule,
  scheduleState,
} from './shown-schedule'

const weth: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

const schedule = (change: Partial<ShownSchedule>): ShownSchedule => ({
  ...{ id: 'a', sellToken: usdc, buyToken: weth, parts: 3, open: 0, fulfilled: 0, expired: 0 },
  ...{ cancelled: 0, unsigned: 0, sellAmount: 300n, buyAmount: 3n, executedSell: 0n },
  ...{
    executedBuy: 0n,
    firstValidFrom: 1,
    nextValidFrom: undefined,
    nextSell: undefined,
    lastValidTo: 9,
  },
  ...change,
})

test.each<[Partial<ShownSchedule>, ScheduleState]>([
  [{ open: 2, fulfilled: 1 }, 'open'],
  [{ open: 3, unsigned: 3 }, 'awaitingSignature'],
  [{ fulfilled: 3 }, 'filled'],
  [{ cancelled: 3 }, 'cancelled'],
  [{ cancelled: 2, fulfilled: 1 }, 'cancelled'],
  [{ expired: 2, fulfilled: 1 }, 'ended'],
  [{ expired: 3 }, 'ended'],
])('a schedule with %j is %s', (change, state) => {
  expect(scheduleState(schedule(change))).toBe(state)
})

describe('what the next part lacks', () => {
  const running = schedule({ open: 2, fulfilled: 1, nextSell: 100n })

  test('is the balance, else the allowance', () => {
    const terms = { token: usdc, needed: '100' }
    expect(nextShortage(running, { balance: 99n, allowance: 0n })).toEqual({
      ...{ ...terms, code: 'insufficientBalance', available: '99' },
    })
    expect(nextShortage(running, { balance: 100n, allowance: 0n })).toEqual({
      ...{ ...terms, code: 'insufficientAllowance', available: '0' },
    })
  })

  test('is nothing if one part is covered, or while the token does not answer', () => {
    expect(nextShortage(running, { balance: 100n, allowance: 100n })).toBeUndefined()
    expect(nextShortage(running, { balance: undefined, allowance: undefined })).toBeUndefined()
    expect(nextShortage(running, undefined)).toBeUndefined()
  })

  test('is nothing once no part is open', () => {
    const funds = { balance: 0n, allowance: 0n }
    expect(nextShortage(schedule({ fulfilled: 3 }), funds)).toBeUndefined()
  })
})

test('a part is planned until its time', () => {
  const part = { status: 'open', signed: true, validFrom: 100 } as const
  expect(partState(part, 99)).toBe('planned')
  expect(partState(part, 100)).toBe('open')
  expect(partState({ ...part, signed: false }, 99)).toBe('awaitingSignature')
  expect(partState({ ...part, status: 'fulfilled' }, 99)).toBe('filled')
  expect(partState({ ...part, status: 'expired' }, 99)).toBe('expired')
})

describe('prices', () => {
  test('the average is over all fills, and compared with the market', () => {
    expect(averagePrice(schedule({}))).toBeUndefined()
    const average = averagePrice(
      schedule({ executedSell: 6_000_000_000n, executedBuy: 2n * 10n ** 18n }),
    )
    const market = marketPrice({ usd: 1, decimals: 6 }, { usd: 3_150, decimals: 18 })
    if (!average || !market) throw new Error('no price')
    // 3,000 instead of 3,150 for each: five percent more bought.
    expect(gainOver(average, market)).toBeCloseTo(0.05, 6)
  })

  test('the market is unknown without both prices', () => {
    expect(marketPrice(undefined, { usd: 1, decimals: 6 })).toBeUndefined()
    expect(marketPrice({ usd: 0, decimals: 6 }, { usd: 1, decimals: 6 })).toBeUndefined()
  })
})
