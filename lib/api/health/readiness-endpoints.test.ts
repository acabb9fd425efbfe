import { expect, onTestFinished } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { startDraining } from './check-process'
import { getNetworkReadiness, getReadiness, readReady } from './readiness-endpoints'

const endpoints = [getReadiness, getNetworkReadiness, readReady]
const nowhere = 'http://127.0.0.1:1/key'

async function start(options: Parameters<typeof createTestContext>[0]) {
  const ctx = createTestContext(options)
  const { server, url } = await listen(ctx, { endpoints })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const ask = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  const read = async (path: string) => {
    const { status, text } = await ask(path)
    return [status, JSON.parse(text)]
  }
  return { ctx, ask, read }
}

const inOrder = { ready: true, checks: { database: 'ok', migrations: 'ok' } }

test('a network that is down fails for itself alone', async ({
  freshNetwork,
  freshDatabase: { db },
}) => {
  await createRpc(freshNetwork.rpcUrl)('anvil_mine', ['0x1'])
  await db.leader.create({ data: { role: indexerRole(1), epoch: 1n } })
  const rpcUrls = new Map([
    [1, freshNetwork.rpcUrl],
    [100, nowhere],
  ])
  const { ctx, ask, read } = await start({ db, rpcUrls })
  await repeat(
    () => indexBlocks(ctx, { chainId: 1, epoch: 1n }),
    (state) => state === 'at-head',
  )
  // The chain's clock may lag after a revert to a snapshot.
  const { timestamp } = await ctx.chain(1).client.getBlock()
  ctx.clock.set(Number(timestamp) * 1_000)
  expect(await read('/readyz')).toEqual([200, inOrder])
  expect(await read('/readyz/mainnet')).toMatchObject([
    200,
    { ready: true, checks: { node: 'ok', head: 'ok', index: 'ok' } },
  ])
  expect((await ask('/readyz/1')).status).toBe(200)
  expect((await ask('/api/v1/ready')).status).toBe(200)
  const dead = await ask('/readyz/gnosis')
  expect(dead.status).toBe(503)
  expect(JSON.parse(dead.text)).toMatchObject({
    ready: false,
    checks: {
      node: expect.stringMatching(/does not answer|took longer/),
      head: expect.stringMatching(/could not be checked|took longer/),
      index: expect.stringMatching(/could not be checked|took longer/),
    },
  })
  expect(dead.text).not.toContain('127.0.0.1')
  expect((await ask('/gnosis/api/v1/ready')).status).toBe(500)
  expect((await ask('/readyz/unknown')).status).toBe(404)
  expect((await ask('/readyz/base')).status).toBe(503)
})

test('every readiness fails from the start of a shutdown', async ({ freshDatabase: { db } }) => {
  const { ctx, read } = await start({ db, rpcUrls: new Map([[1, nowhere]]) })
  expect(await read('/readyz')).toEqual([200, inOrder])
  startDraining(ctx)
  const stopping = [503, { ready: false, checks: { process: 'shutting down' } }]
  expect(await read('/readyz')).toEqual(stopping)
  expect(await read('/readyz/mainnet')).toEqual(stopping)
})

test('names missing dependencies without their addresses', async () => {
  const { ask } = await start({})
  const { status, text } = await ask('/readyz')
  expect(status).toBe(503)
  expect(JSON.parse(text)).toEqual({
    ready: false,
    checks: { database: 'does not answer', migrations: 'cannot be read' },
  })
  expect(text).not.toContain('127.0.0.1')
})

test('names the roles of a network that no worker leads', async ({
  freshNetwork,
  freshDatabase,
}) => {
  const rpcUrls = new Map([[1, freshNetwork.rpcUrl]])
  const { read } = await start({ db: freshDatabase.db, rpcUrls })
  expect(await read('/readyz/1')).toMatchObject([
    503,
    {
      checks: {
        index: 'not indexed yet',
        leaders: 'no worker leads index, market data, auctions',
      },
    },
  ])
})
