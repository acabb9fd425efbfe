import { describe, expect, test } from 'vitest'
import { buildTrade, friend, trader, usdc, weth } from '@/lib/testing/affiliate/random-history'
import type { SettledTrade, TradeFacts } from './referral-trade'
import { indexSettlementOffsets } from './settlement-offsets'

const reversed = { sellToken: usdc, buyToken: weth }
const trade = buildTrade({ volume: 100n })
const million = 1_000_000_000_000n
const cent = 10_000n

/** Trades of others in the trade's settlement, by default in its direction. */
const others = (...changes: Partial<SettledTrade>[]): readonly SettledTrade[] =>
  changes.map((change) => {
    const undoes = 'volume' in change ? change.volume : trade.undoes
    return { ...trade, account: friend, undoes, ...change }
  })

const partOf = (own: TradeFacts, settled: readonly SettledTrade[], trades = [own]) =>
  indexSettlementOffsets({ trader, trades, settled }).ofOwn(own)

describe('the part of a trade offset in its settlement', () => {
  test.each<[string, bigint, Partial<SettledTrade>]>([
    ['the reverse volume', 30n, { ...reversed, volume: 30n }],
    ['at most its value', 100n, { ...reversed, volume: 300n }],
    ['nothing by a trade in its direction', 0n, { volume: 300n }],
    ['nothing by a trade of another pair', 0n, { ...reversed, buyToken: friend, volume: 30n }],
    ['nothing by a trade of another network', 0n, { ...reversed, chainId: 100, volume: 30n }],
    ['nothing by a trade in another settlement', 0n, { ...reversed, txHash: '0xaa', volume: 30n }],
    ['nothing by a trade without a price', 0n, { ...reversed, volume: undefined }],
    ['nothing by the trader, whose round trip that is', 0n, { ...reversed, account: trader }],
  ])('is %s', (_, part, other) => {
    expect(partOf(trade, others(other))).toBe(part)
  })

  test('is a cent of a million offset by a cent', () => {
    const own = { ...trade, volume: million, undoes: million }
    expect(partOf(own, others({ ...reversed, volume: cent }))).toBe(cent)
  })

  test('is its pro-rata share of the offset in its direction, rounded up', () => {
    const settled = others({ volume: 50n }, { volume: 150n }, { ...reversed, volume: 61n })
    expect(partOf(trade, settled)).toBe(21n)
    expect(partOf({ ...trade, volume: 50n, undoes: 50n }, settled)).toBe(13n)
  })

  test('is shared with the trader’s own trades, each counted once', () => {
    const twin = buildTrade({ ...trade, logIndex: 1, volume: 300n, undoes: 300n })
    const settled = [
      ...others({ ...reversed, volume: 40n }),
      ...[trade, twin].map((own) => ({ ...own, account: trader })),
    ]
    expect(partOf(trade, settled, [trade, twin])).toBe(10n)
    expect(partOf(twin, settled, [trade, twin])).toBe(30n)
  })

  test('is the value received where the given side has no price', () => {
    const [back] = others({ ...reversed, volume: undefined, undoes: 95n })
    expect(partOf(trade, back ? [back] : [])).toBe(95n)
  })

  test('is zero for a trade without a price', () => {
    expect(partOf({ ...trade, volume: undefined }, others(reversed))).toBe(0n)
  })
})

describe('the part of another trade that offset the trader’s in their settlement', () => {
  const own = buildTrade({ volume: 100n })
  const other = (change: Partial<SettledTrade>): SettledTrade => {
    const undoes = change.volume ?? own.undoes
    return { ...own, account: friend, ...reversed, undoes, ...change }
  }
  const partsOf = (...settled: SettledTrade[]) => {
    const { ofOwn, ofOther } = indexSettlementOffsets({ trader, trades: [own], settled })
    return [ofOwn(own), ...settled.map(ofOther)]
  }

  test.each<[string, bigint, bigint]>([
    ['all of it', 30n, 30n],
    ['at most the volume to offset', 300n, 100n],
  ])('is %s', (_, volume, part) => {
    expect(partsOf(other({ volume }))).toEqual([part, part])
  })

  test('is its pro-rata share among others', () => {
    const there = { sellToken: weth, buyToken: usdc }
    const settled = [{ volume: 60n }, { volume: 20n }, { ...there, volume: 300n }].map(other)
    expect(partsOf(...settled)).toEqual([20n, 15n, 5n, 0n])
  })

  test('is zero in another settlement', () => {
    expect(partsOf(other({ txHash: '0xaa' }))).toEqual([0n, 0n])
  })
})
