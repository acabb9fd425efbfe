import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { type ProviderServer, startProvider } from '@/lib/testing/market/provider-server'
import { createTestContext } from '@/lib/testing/test-context'
import { findProvidedHolders } from './find-top-holders'

const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const token = addressOf(0xabc)

let server: ProviderServer

beforeAll(async () => {
  server = await startProvider(() => {
    const items = [3, 2, 1].map((index) => ({ address: addressOf(index), balance: String(index) }))
    return { status: 200, body: { data: { items } } }
  })
})
afterAll(() => server.stop())
beforeEach(() => server.forgetCalls())

function context() {
  let now = 1_800_000_000_000
  const environment = { GOLDRUSH_API_KEY: 'key', GOLDRUSH_URL: server.url }
  const ctx = { ...createTestContext({ environment }), now: () => now }
  const pass = (ms: number) => {
    now += ms
  }
  return { ctx, pass }
}

test('sends one request for any number of holders, and reports its time', async () => {
  const { ctx, pass } = context()
  const asOf = 1_800_000_000
  for (const limit of [1, 2, 3, 99, 100]) {
    const found = await findProvidedHolders(ctx, { chainId: 1, token, limit })
    expect(found).toMatchObject({ asOf, holders: { length: Math.min(limit, 3) } })
    pass(5_000)
  }
  expect(server.calls).toHaveLength(1)
  pass(5_000)
  expect(await findProvidedHolders(ctx, { chainId: 1, token, limit: 1 })).toMatchObject({
    asOf: asOf + 30,
  })
  expect(server.calls).toHaveLength(2)
})

test('limits the number of requests, however many tokens are requested', async () => {
  const { ctx, pass } = context()
  const ask = (index: number) =>
    findProvidedHolders(ctx, { chainId: 1, token: addressOf(1_000 + index), limit: 10 })
  const answers = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => ask(i)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(180)
  expect(refused[0]).toMatchObject({ reason: { code: 'RateLimited', retryAfterSeconds: 1 } })
  expect(server.calls).toHaveLength(20)
  pass(1_000)
  expect((await ask(500))?.holders).toHaveLength(3)
})

test('sends no request without a key or for an embedded network', async () => {
  const { ctx } = context()
  const embedded = { ...ctx, config: { ...ctx.config, embeddedChainIds: [1] } }
  for (const each of [createTestContext({}), embedded]) {
    for (let index = 0; index < 50; index++) {
      const asked = { chainId: 1, token: addressOf(index), limit: 1 }
      expect(await findProvidedHolders(each, asked)).toBeUndefined()
    }
  }
  expect(server.calls).toEqual([])
})
