import type { Server } from 'node:http'
import { afterAll, expect } from 'vitest'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { getHealth, getTokenList } from './operations'

const endpoints = [getHealth, getTokenList]
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

let database: TestDatabase
const servers: Server[] = []

test.beforeAll(({ database: empty }) => {
  database = empty
})
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

async function start(options: Parameters<typeof createTestContext>[0]) {
  const ctx = createTestContext(options)
  const { server, url } = await listen(ctx, { endpoints })
  servers.push(server)
  return { ctx, url }
}

test('healthz succeeds without a database', async () => {
  const { url } = await start({})
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
})

test('the token list has the listed tokens of the requested networks', async () => {
  const token = { address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }
  await database.db.token.createMany({
    data: [
      { ...token, chainId: 1, listed: true },
      { ...token, chainId: 100, listed: true },
      { ...token, chainId: 1, address: `0x${'1'.repeat(40)}`, listed: false },
    ],
  })
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const { url } = await start({ db: database.db, rpcUrls })
  const list = (await (await fetch(`${url}/tokenlist.json`)).json()) as { tokens: unknown }
  expect(list).toMatchObject({ name: expect.any(String), version: { major: 1 } })
  expect(list.tokens).toEqual([{ ...token, chainId: 1 }])
  const gnosis = await fetch(`${url}/tokenlist.json?chainId=gnosis`)
  expect(await gnosis.json()).toMatchObject({ tokens: [{ chainId: 100 }] })
  const wrong = await fetch(`${url}/tokenlist.json?chainId=7`)
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toEqual({
    message: 'chainId must be a network: its chain id or name',
  })
})
