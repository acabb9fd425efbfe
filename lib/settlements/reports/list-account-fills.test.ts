import { expect } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade, testOrder } from '@/lib/testing/test-order'
import { saveToken } from '@/lib/tokens/token-store'
import { type AccountFill, listAccountFills, sumAccountFills, sumFills } from './list-account-fills'

const chainId = 1
const { usdToken: usdc } = getNetwork(chainId)
const owner = `0x${'0d'.repeat(20)}` as const
let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

/** A fill of a dollar's worth, with changes. */
const fill = (change: Partial<AccountFill> = {}): AccountFill => ({
  ...{ uid: '0x5e', txHash: '0x7a', blockNumber: 1n, logIndex: 0, timestamp: 0, type: 'swap' },
  sold: { token: usdc, atoms: 1_000_000n, usd: 1 },
  bought: { token: usdc, atoms: 1_000_000n, usd: 1 },
  vsQuote: { token: usdc, atoms: 10_000n, usd: 0.01 },
  vsLimit: { token: usdc, atoms: 50_000n, usd: 0.05 },
  networkCosts: [{ token: usdc, atoms: 20_000n, usd: 0.02 }],
  fees: [],
  ...change,
})

test('sums count orders once, and a fill without a price as unpriced, not as 0', () => {
  const unpriced = { token: owner, atoms: 5n, usd: undefined }
  const fills = [fill(), fill({ vsQuote: undefined }), fill({ uid: '0x5f', vsLimit: unpriced })]
  expect(sumFills(fills)).toEqual({
    ...{ orders: 2, fills: 3, volumeUsd: 3, vsQuoteUsd: 0.02, vsLimitUsd: 0.1 },
    ...{ networkCostsUsd: 0.06, unpriced: 1 },
  })
  const bought = fill({ sold: unpriced, networkCosts: [] })
  expect(sumFills([bought])).toMatchObject({ volumeUsd: 1, networkCostsUsd: 0, unpriced: 0 })
})

test('a fill is compared with the quote it took and with its limit', async () => {
  const { db } = database
  const ctx = createTestContext({ db, rpcUrls: new Map([[chainId, 'http://127.0.0.1:1']]) })
  const facts = { name: 'USD Coin', symbol: 'USDC', decimals: 6, unsupported: undefined }
  await saveToken(db, { chainId, address: usdc, ...facts })
  const pair = { sellToken: usdc, buyToken: usdc, owner }
  const order = testOrder({ ...pair, sellAmount: 1_000_000n, buyAmount: 900_000n })
  await insertOrder(db, order)
  const quote = { sellAmount: '990000', buyAmount: '950000', feeAmount: '10000', verified: true }
  const gas = { gasAmount: 1, gasPrice: 1, sellTokenPrice: 1 }
  await db.orderQuote.create({ data: { orderUid: order.uid, ...quote, ...gas } })
  await insertTrade(db, { uid: order.uid, sellAmount: 1_000_000n, buyAmount: 960_000n })
  // The token that dollars are counted in has a price without a market.
  await db.trade.updateMany({ data: { sellToken: usdc } })
  const page = { offset: 0, limit: 10 }
  const [found] = await listAccountFills(ctx, { chainId, account: owner, page })
  expect(found).toMatchObject({
    type: 'swap',
    sold: { atoms: 1_000_000n, usd: 1 },
    bought: { atoms: 960_000n, usd: 0.96 },
    vsQuote: { atoms: 10_000n, usd: 0.01 },
    vsLimit: { atoms: 60_000n, usd: 0.06 },
  })
  expect(await sumAccountFills(ctx, { chainId, account: owner, since: 0 })).toMatchObject({
    ...{ orders: 1, volumeUsd: 1, vsLimitUsd: 0.06 },
  })
  const later = { chainId, account: owner, since: (found?.timestamp ?? 0) + 1 }
  expect(await sumAccountFills(ctx, later)).toMatchObject({ orders: 0, volumeUsd: 0 })
})
