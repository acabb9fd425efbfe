import { encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { readEvents } from '@/lib/testing/http/event-reader'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { accountWatches } from './account-watch'
import type { BalanceEvent } from './balance-event'
import { balanceWatches } from './balance-watch'
import { followBalances } from './follow-balances'

let network: TestNetwork
let database: TestDatabase
let ctx: Context
let isDown = false
let account: Address
let weth: Address

test.beforeAll(({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  account = network.accounts[1]?.address ?? '0x'
  weth = network.tokens.WETH ?? '0x'
  ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    fetch: (input, init) => {
      if (isDown) return Promise.resolve(new Response('<html>', { status: 502 }))
      return fetch(input, init)
    },
  })
})

function follow() {
  const events: BalanceEvent[] = []
  const ends: unknown[] = []
  const gone = new AbortController()
  const query = { chainId: 1, account, tokens: [weth], signal: gone.signal }
  const follower = {
    send: (event: BalanceEvent) => events.push(event),
    end: (error: unknown) => ends.push(error),
  }
  return {
    events,
    ends,
    leave: () => gone.abort(),
    joined: followBalances(ctx, query, follower),
  }
}

test('an RPC outage rejects new subscribers and sends nothing wrong to existing ones', async () => {
  const early = follow()
  await early.joined
  isDown = true
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect(follow().joined).rejects.toMatchObject({
    code: 'InternalServerError',
    retryAfterSeconds: 2,
  })
  const args = [`0x${'5e'.repeat(20)}`, 3n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await sendTransaction(createRpc(network.rpcUrl), { from: account, to: weth, data })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(early.events).toHaveLength(1)
  isDown = false
  await expect.poll(() => early.events.length).toBe(2)
  expect(early.events[1]?.data).toMatchObject({ type: 'balance_change', tokenAddress: weth })
  expect(early.ends).toEqual([])
  early.leave()
  expect(balanceWatches(ctx).size).toBe(0)
})

test('an RPC outage ends the stream with an error after fifteen seconds', {
  tags: ['long-only'],
}, async () => {
  const early = follow()
  await early.joined
  isDown = true
  await expect.poll(() => early.ends.length, { interval: 200 }).toBe(1)
  isDown = false
  expect(early.ends[0]).toMatchObject({ code: 'InternalServerError' })
  expect(early.events).toHaveLength(1)
  expect(balanceWatches(ctx).size).toBe(0)
})

test('a database outage returns 500 before an account’s stream starts', async () => {
  const rpcUrls = new Map([[1, network.rpcUrl]])
  const down = createTestContext({ url: 'postgresql://127.0.0.1:1/none', rpcUrls })
  const { server, url } = await listen(down, { endpoints })
  const { response } = await readEvents(`${url}/mainnet/accounts/${account}/events`)
  expect(response.status).toBe(500)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(accountWatches(down).size).toBe(0)
  server.close()
  server.closeAllConnections()
  await down.db.$disconnect()
})
