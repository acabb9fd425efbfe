import { expect, test } from 'vitest'
import { type FillView, readFills, taxColumns, taxReport } from './tax-report'

const weth = `0x${'01'.repeat(20)}`
const usdc = `0x${'02'.repeat(20)}`
const odd = `0x${'03'.repeat(20)}`
const tokens = new Map([
  [weth, { symbol: 'WETH', decimals: 18 }],
  [usdc, { symbol: '=USDC', decimals: 6 }],
])
const facts = {
  network: 'mainnet',
  nameToken: (token: string) => tokens.get(token) ?? { symbol: '0x03…03', decimals: undefined },
}

const fill: FillView = {
  orderUid: `0x${'5e'.repeat(56)}`,
  txHash: `0x${'7a'.repeat(32)}`,
  blockNumber: 24_000_000,
  logIndex: 7,
  time: '2026-11-23T10:04:06.000Z',
  type: 'swap',
  sold: { token: weth, amount: '1500000000000000000', usd: 4532.33 },
  bought: { token: usdc, amount: '4534870000', usd: 4534.87 },
  surplusVsQuote: { token: usdc, amount: '8470000', usd: 8.47 },
  surplusVsLimit: { token: usdc, amount: '31100000', usd: 31.1 },
  networkCosts: [{ token: usdc, amount: '710000', usd: 0.71 }],
  fees: [],
}

/** The first line of a report as an object. */
function report(change: Partial<FillView>): Record<string, string | undefined> {
  const [head = '', line = ''] = taxReport([{ fills: [{ ...fill, ...change }], facts }]).split(
    '\r\n',
  )
  const cells = line.split(',')
  return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]))
}

test('a line has the fill’s time in UTC, both amounts with dollars, its costs and transaction', () => {
  expect(Object.keys(report({}))).toEqual([...taxColumns])
  expect(report({})).toEqual({
    timeUtc: '2026-11-23T10:04:06.000Z',
    type: 'swap',
    network: 'mainnet',
    soldAmount: '1.5',
    soldToken: 'WETH',
    soldTokenAddress: weth,
    soldUsd: '4532.33',
    receivedAmount: '4534.87',
    // A name that a spreadsheet would evaluate is text.
    receivedToken: "'=USDC",
    receivedTokenAddress: usdc,
    receivedUsd: '4534.87',
    networkCostsUsd: '0.71',
    feesUsd: '0',
    orderUid: fill.orderUid,
    txHash: fill.txHash,
  })
})

test('a missing price is an empty cell, never 0, in sums too', () => {
  const unpriced = { token: odd, amount: '12', usd: null }
  const { soldUsd, soldAmount, feesUsd } = report({
    sold: unpriced,
    fees: [{ token: usdc, amount: '1', usd: 0.1 }, unpriced],
  })
  expect({ soldUsd, soldAmount, feesUsd }).toEqual({ soldUsd: '', soldAmount: '', feesUsd: '' })
})

test('costs that nothing tells are empty, those that were none are 0', () => {
  expect(report({ networkCosts: [] }).networkCostsUsd).toBe('')
  expect(report({ networkCosts: [{ token: usdc, amount: '0', usd: 0 }] }).networkCostsUsd).toBe('0')
  expect(report({ type: null, networkCosts: [] })).toMatchObject({ type: '', feesUsd: '' })
})

test('a tiny value is not rounded to 0, and has no exponent', () => {
  const of = (usd: number) => report({ sold: { ...fill.sold, usd } }).soldUsd
  expect(of(0.00000002)).toBe('0.000001')
  expect(of(0.0000012)).toBe('0.000001')
  expect(of(1_000_000_000_000)).toBe('1000000000000')
  expect(of(100)).toBe('100')
})

test('lines are sorted by time, the oldest first', () => {
  const times = ['2026-11-23T10:00:00.000Z', '2025-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  const parts = times.map((time) => ({ fills: [{ ...fill, time }], facts }))
  const text = taxReport(parts)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(times.toSorted())
})

test('reads pages until the period or the list ends, each fill once', async () => {
  const asked: string[] = []
  const all = Array.from({ length: 1_200 }, (_, index) => ({
    ...fill,
    logIndex: index,
    time: new Date(Date.UTC(2026, 10, 23) - index * 3_600_000).toISOString(),
  }))
  const answer: typeof fetch = async (input) => {
    const { search, searchParams } = new URL(String(input), 'http://service')
    asked.push(search)
    const offset = Number(searchParams.get('offset'))
    // One fill arrived between the pages, so that one of the former page comes again.
    return Response.json(all.slice(Math.max(0, offset - 1), Math.max(0, offset - 1) + 500))
  }
  const transport = { fetch: answer, sleep: async () => {}, random: () => 0 }
  const of = { network: 'mainnet', account: `0x${'aa'.repeat(20)}` } as const
  const recent = await readFills(of, new Date('2026-11-20'), { transport })
  expect([recent.length, asked.length]).toEqual([500, 1])
  const everything = await readFills(of, undefined, { transport })
  expect(everything.length).toBe(1_200)
  expect(asked.length).toBe(4)
})
