import { expect } from 'vitest'
import { insertCost, type SettlementCost } from '@/lib/settlements/books/cost-store'
import { saveAccountState } from '@/lib/settlements/books/solver-account-store'
import { test } from '@/lib/testing/test'

const day = 86_400
const milli = 10n ** 15n
const address = `0x${'50'.repeat(20)}` as const

function costOf(nonce: bigint, change: Partial<SettlementCost> = {}): SettlementCost {
  const txHash = `0x${nonce.toString(16).padStart(64, '0')}` as const
  return {
    ...{ chainId: 1, txHash, kind: 'settlement', succeeded: true, solverAddress: address, nonce },
    ...{ blockNumber: nonce, blockHash: txHash, timestamp: Math.floor(Date.now() / 1_000) },
    ...{ gasUsed: 100_000n, gasPrice: 10n * 10n ** 9n, gasWei: milli, l1Wei: 0n, costWei: milli },
    ...{ auctionId: undefined, kept: undefined, keptWei: 4n * milli, owedWei: milli },
    ...{ slackWei: milli / 2n, burnWei: 0n },
    ...change,
  }
}

test('pnl sums the books per day and network', async ({ operator }) => {
  const { db } = operator.ctx
  await db.settlementCost.deleteMany()
  await insertCost(db, costOf(1n))
  await insertCost(
    db,
    costOf(2n, { succeeded: false, keptWei: 0n, owedWei: 0n, slackWei: 0n, burnWei: milli / 4n }),
  )
  await insertCost(db, costOf(3n, { chainId: 8453, l1Wei: 2n * milli, costWei: 3n * milli }))
  const old = Math.floor(Date.now() / 1_000) - 8 * day
  await insertCost(db, costOf(4n, { timestamp: old }))
  const { out } = await operator.operate('pnl --json')
  const today = new Date().toISOString().slice(0, 10)
  expect(JSON.parse(out)).toEqual([
    {
      ...{ day: today, network: 'mainnet', settlements: 1, reverts: 1, withdrawn: 0 },
      ...{ kept: '0.004', owed: '0.001', gas: '0.002', l1: '0', profit: '0.001' },
      ...{ slack: '0.0005', burns: '0.00025' },
    },
    {
      ...{ day: today, network: 'base', settlements: 1, reverts: 0, withdrawn: 0 },
      ...{ kept: '0.004', owed: '0.001', gas: '0.001', l1: '0.002', profit: '0' },
      ...{ slack: '0.0005', burns: '0' },
    },
  ])
  expect(
    JSON.parse((await operator.operate('pnl --days 9 --network mainnet --json')).out),
  ).toHaveLength(2)
  expect((await operator.operate('pnl --days 0')).err).toContain('--days')
})

test('lists an alarm of the books as work until it is acknowledged', async ({ operator }) => {
  const { db } = operator.ctx
  await saveAccountState(db, 1, {
    ...{ address, balance: 5n, nonce: 7n, blockNumber: 9n, blockHash: `0x${'ab'.repeat(32)}` },
    ...{ checkedAt: new Date(), booksProblem: '3 wei are missing' },
  })
  const listed = async () => (await operator.operate('work list --json')).out
  expect(await listed()).toContain('mainnet: 3 wei are missing')
  await operator.operate('books acknowledge mainnet --reason moved --yes')
  expect(await listed()).not.toContain('wei are missing')
  const again = await operator.operate('books acknowledge mainnet --reason moved --yes')
  expect(again.err).toContain('agrees with the books')
})
