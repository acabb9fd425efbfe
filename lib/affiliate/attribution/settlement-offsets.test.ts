import { describe, expect, test } from 'vitest'
import { buildTrade, friend, trader, usdc, weth } from '@/lib/testing/affiliate/referral-history'
import type { TradeFacts } from './referral-trade'
import type { SettledTrade } from './reverse-trades'
import { indexSettledParts } from './settlement-offsets'

const reversed = { sellToken: usdc, buyToken: weth }
const trade = buildTrade({ volume: 100n })
const million = 1_000_000_000_000n
const cent = 10_000n

/** What others trade in the trade's settlement, in its direction unless told otherwise. */
const others = (...changes: Partial<SettledTrade>[]): readonly SettledTrade[] =>
  changes.map((change) => {
    const undoes = 'volume' in change ? change.volume : trade.undoes
    return { ...trade, account: friend, undoes, ...change }
  })

const partOf = (own: TradeFacts, settled: readonly SettledTrade[], trades = [own]) =>
  indexSettledParts({ trader, trades, settled }).ofOwn(own)

describe('what a settlement undoes of a trade', () => {
  test.each<[string, bigint, Partial<SettledTrade>]>([
    ['as much as went back', 30n, { ...reversed, volume: 30n }],
    ['no more than it was worth', 100n, { ...reversed, volume: 300n }],
    ['nothing by a trade in its direction', 0n, { volume: 300n }],
    ['nothing by a trade of another pair', 0n, { ...reversed, buyToken: friend, volume: 30n }],
    ['nothing by a trade of another network', 0n, { ...reversed, chainId: 100, volume: 30n }],
    ['nothing by a trade in another settlement', 0n, { ...reversed, txHash: '0xaa', volume: 30n }],
    ['nothing by a trade that nobody priced', 0n, { ...reversed, volume: undefined }],
    ['nothing by the trader, whose round trip that is', 0n, { ...reversed, account: trader }],
  ])('is %s', (_, part, other) => {
    expect(partOf(trade, others(other))).toBe(part)
  })

  test('is a cent of a million by a cent', () => {
    const own = { ...trade, volume: million, undoes: million }
    expect(partOf(own, others({ ...reversed, volume: cent }))).toBe(cent)
  })

  test('is its share of what all in its direction lose, rounded up', () => {
    const settled = others({ volume: 50n }, { volume: 150n }, { ...reversed, volume: 61n })
    expect(partOf(trade, settled)).toBe(21n)
    expect(partOf({ ...trade, volume: 50n, undoes: 50n }, settled)).toBe(13n)
  })

  test('is shared with the trader itself, whose trades are counted once', () => {
    const twin = buildTrade({ ...trade, logIndex: 1, volume: 300n, undoes: 300n })
    const settled = [
      ...others({ ...reversed, volume: 40n }),
      ...[trade, twin].map((own) => ({ ...own, account: trader })),
    ]
    expect(partOf(trade, settled, [trade, twin])).toBe(10n)
    expect(partOf(twin, settled, [trade, twin])).toBe(30n)
  })

  test('is what came back, where nobody prices what was given for it', () => {
    const [back] = others({ ...reversed, volume: undefined, undoes: 95n })
    expect(partOf(trade, back ? [back] : [])).toBe(95n)
  })

  test('is nothing of a trade that nobody priced', () => {
    expect(partOf({ ...trade, volume: undefined }, others(reversed))).toBe(0n)
  })
})

describe('what of another trade undid the trader in their settlement', () => {
  const own = buildTrade({ volume: 100n })
  const other = (change: Partial<SettledTrade>): SettledTrade => {
    const undoes = change.volume ?? own.undoes
    return { ...own, account: friend, ...reversed, undoes, ...change }
  }
  const partsOf = (...settled: SettledTrade[]) => {
    const { ofOwn, ofOther } = indexSettledParts({ trader, trades: [own], settled })
    return [ofOwn(own), ...settled.map(ofOther)]
  }

  test.each<[string, bigint, bigint]>([
    ['all of it', 30n, 30n],
    ['no more than there was to undo', 300n, 100n],
  ])('is %s', (_, volume, part) => {
    expect(partsOf(other({ volume }))).toEqual([part, part])
  })

  test('is its share among others', () => {
    const there = { sellToken: weth, buyToken: usdc }
    const settled = [{ volume: 60n }, { volume: 20n }, { ...there, volume: 300n }].map(other)
    expect(partsOf(...settled)).toEqual([20n, 15n, 5n, 0n])
  })

  test('is nothing in another settlement', () => {
    expect(partsOf(other({ txHash: '0xaa' }))).toEqual([0n, 0n])
  })
})
