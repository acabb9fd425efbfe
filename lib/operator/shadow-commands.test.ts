import { expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { createRow } from '@/lib/testing/auctions/shadow-row'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n
const wei = (milli: bigint) => String((milli * ether) / 1_000n)
const longUid: Hex = `0x${'ab'.repeat(56)}`
const pool = `0x${'cd'.repeat(20)}` as const

test.beforeEach(async ({ operator }) => {
  const { db } = operator.ctx
  await db.shadowSettlement.deleteMany()
  const paid = { price: '30000000000', gas: '250000', dataFee: '0' }
  await createRow(db, {
    auctionId: 310n,
    block: { ...paid, kept: wei(20n), owed: wei(2n), keptThere: wei(19n), owedThere: wei(2n) },
  })
  await createRow(db, {
    auctionId: 311n,
    block: {
      ...{
        ...paid,
        fault: `reverts: ${'UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT '.repeat(4)}\u001b[2J`,
      },
      moved: [{ pool, tokenIn: pool, tokenOut: pool, bps: -123.45, isShort: true }],
      failingOrders: [longUid],
    },
    uid: longUid,
  })
  const tooDear = { since: 100, baseFee: '90000000000', maxFee: '60000000000', tip: '1000000' }
  await createRow(db, { auctionId: 312n, block: { tooDear } })
  await createRow(db, {
    auctionId: 313n,
    chainId: 42161,
    block: { unplayed: 'its state was not kept' },
  })
})

/** No line is wider than a terminal. */
const expectNarrow = (out: string) => {
  for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
  expect(out).not.toContain('\u001b')
}

test('shadow totals begins with the line to decide by', async ({ operator }) => {
  const { out } = await operator.operate('shadow totals')
  expectNarrow(out)
  expect(out).toContain(
    'mainnet: 1 of 3 would have been mined; net 0.002 ETH; worst -0.0075 (auction 311)',
  )
  expect(out).toContain('arbitrum_one: 0 of 0 would have been mined; net 0 ETH; 1 unknown')
  expect(out).toContain('reverts: UniswapV2')
})

test('shadow totals sums per network and per day', async ({ operator }) => {
  const { out } = await operator.operate('shadow totals --network mainnet --json')
  const [all, day, ...others] = JSON.parse(out)
  expect(others).toEqual([])
  const sums = {
    ...{ network: 'mainnet', sent: 3, mined: 1, late: 1, reverted: 1, withdrawn: 0, unknown: 0 },
    ...{ spent: '0.015', kept: '0.02', owed: '0.002', net: '0.003', netThere: '0.002' },
    worst: { auction: '311', net: '-0.0075' },
  }
  expect(all).toMatchObject({ day: 'all', ...sums })
  expect(day).toMatchObject({ day: new Date().toISOString().slice(0, 10), ...sums })
})

test('shadow list shows how each settlement would have ended', async ({ operator }) => {
  const { out } = await operator.operate('shadow list')
  expectNarrow(out)
  const rows = JSON.parse((await operator.operate('shadow list --json')).out)
  expect(rows.map(({ end }: { end: string }) => end)).toEqual([
    'unknown',
    'late',
    'reverted',
    'mined',
  ])
  expect(rows[2]).toMatchObject({ auction: '311', moved: -123.45, net: '-0.0075' })
})

test('shadow show names the pools and orders that made a settlement fail', async ({ operator }) => {
  const { out } = await operator.operate('shadow show 311')
  expectNarrow(out)
  expect(out).toContain('Settlement 1 of 1 of auction 311 on mainnet')
  expect(out).toMatch(new RegExp(`${pool} .*-123.45 .*too little`))
  const [row] = JSON.parse((await operator.operate('shadow show 311 --json')).out)
  expect(row).toMatchObject({ failingOrders: [longUid], movedPools: [{ pool, isShort: true }] })
  const late = (await operator.operate('shadow show 312')).out
  expect(late).toMatch(/base fee +90 gwei at least/)
})
