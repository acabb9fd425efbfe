import { toHex } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { listHeldTokens } from './held-token-query'

const chainId = 1
const account: Address = `0x${'aa'.repeat(20)}`
const token = (index: number): Address => toHex(index, { size: 20 })

let store: TestDatabase

test.beforeAll(async ({ database: empty }) => {
  store = empty
  const listed = Array.from({ length: maxHeldTokens + 10 }, (_, index) => ({
    ...{ chainId, address: token(index + 1), listed: true },
  }))
  await store.db.token.createMany({ data: listed })
})

test('lists known holdings before listed tokens, each once', async () => {
  const held = [token(0xfff_ffff), token(3)]
  await store.db.trackedToken.createMany({
    data: held.map((address) => ({ chainId, address, fromBlock: 0n })),
  })
  await store.db.tokenHolder.createMany({
    data: held.map((address) => ({ chainId, token: address, holder: account, balance: 5 })),
  })
  const found = await listHeldTokens(store.db, { chainId, account })
  expect(found).toHaveLength(maxHeldTokens)
  expect(new Set(found).size).toBe(maxHeldTokens)
  expect(found.slice(0, 3)).toEqual([token(3), token(0xfff_ffff), token(1)])
})
