import { afterAll, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { findTokenReport } from './find-token-report'
import { saveToken } from './token-store'

const chainId = 1
const { usdToken, wrappedNative } = getNetwork(chainId)

let database: TestDatabase
let network: TestNetwork
let ctx: Context

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ url: database.url, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
})

afterAll(async () => {
  await ctx.db.$disconnect()
})

const report = (token: Address) => findTokenReport(ctx, { chainId, token })

test('a token is reported with its metadata and total supply', async () => {
  const found = await report(usdToken)
  expect(found?.token).toMatchObject({ symbol: 'USDC', name: 'USD Coin', decimals: 6 })
  expect(found?.totalSupply).toBeGreaterThan(10n ** 6n)
  expect(found?.against).toEqual({ address: wrappedNative, symbol: 'WETH' })
})

test('the report says whether the token is listed', async () => {
  expect(await report(wrappedNative)).toMatchObject({
    isListed: false,
    against: { address: usdToken, symbol: 'USDC' },
  })
  const { token } = (await report(wrappedNative)) ?? {}
  if (token) await saveToken(ctx.db, { ...token, listed: true })
  expect((await report(wrappedNative))?.isListed).toBe(true)
})

test('an address without a contract has no report', async () => {
  expect(await report(`0x${'12'.repeat(20)}`)).toBeUndefined()
})

test('a stored token is reported without its supply during an RPC outage', async () => {
  const down = createTestContext({
    db: ctx.db,
    rpcUrls: new Map([[chainId, 'http://127.0.0.1:1']]),
  })
  const found = await findTokenReport(down, { chainId, token: usdToken })
  expect(found).toMatchObject({ token: { symbol: 'USDC' }, totalSupply: undefined })
  await expect(
    findTokenReport(down, { chainId, token: `0x${'12'.repeat(20)}` }),
  ).rejects.toMatchObject({ code: 'InternalServerError' })
})
