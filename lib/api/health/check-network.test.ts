import { expect } from 'vitest'
import { checkNodes } from '@/lib/chain/nodes/check-nodes'
import { saveNodeSplit } from '@/lib/chain/nodes/split-store'
import type { Database } from '@/lib/db/database'
import { createRpc } from '@/lib/devnet/rpc'
import { saveRelayProblem } from '@/lib/settlements/books/solver-account-store'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import type { NodeProxy } from '@/lib/testing/chain/node-proxy'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { checkNetwork } from './check-network'

const chainId = 1

const contextOf = (db: Database, nodes: NodeProxy[]) =>
  createTestContext({
    db,
    rpcUrls: new Map([[chainId, nodes.map(({ url }) => url).join()]]),
  })

test('tells the faults of nodes by their hosts, and stays ready while one works', async ({
  nodes: [first, second],
  freshNetwork,
  freshDatabase: { db },
}) => {
  await createRpc(freshNetwork.rpcUrl)('anvil_mine', ['0x1'])
  await db.leader.create({ data: { role: indexerRole(chainId), epoch: 1n } })
  const ctx = contextOf(db, [first, second])
  await repeat(
    () => indexBlocks(ctx, { chainId, epoch: 1n }),
    (state) => state === 'at-head',
  )
  ctx.clock.set(Date.now())
  const read = async () => {
    ctx.clock.advance(1_000)
    const { ready, checks } = await checkNetwork(ctx, chainId)
    expect(JSON.stringify(checks)).not.toContain('secret-key')
    return { ready, nodes: checks.nodes }
  }
  expect(await read()).toEqual({ ready: true, nodes: 'ok' })
  first.behave({ chainId: 5 })
  await checkNodes(ctx, chainId)
  expect(await read()).toEqual({ ready: true, nodes: `${first.host} serves chain 5` })
  first.behave({})
  await checkNodes(ctx, chainId)
  const split = { chainId, subject: 'events', host: second.host } as const
  await saveNodeSplit(db, { ...split, since: new Date(0), seenAt: new Date(ctx.now()) })
  expect(await read()).toEqual({ ready: true, nodes: `split: ${second.host} reports other events` })
})

test('is not ready while all nodes of a network serve other chains', async ({
  nodes: [first],
  freshDatabase: { db },
}) => {
  const ctx = contextOf(db, [first])
  first.behave({ chainId: 5 })
  await checkNodes(ctx, chainId)
  const { ready, checks } = await checkNetwork(ctx, chainId)
  expect(ready).toBe(false)
  expect(checks).toMatchObject({
    node: 'all its nodes serve other chains than 1',
    nodes: `${first.host} serves chain 5`,
  })
})

test('does not call the only node of a network ok while it does not answer', async ({
  nodes: [first],
  freshDatabase: { db },
}) => {
  const ctx = createTestContext({ db, rpcUrls: new Map([[chainId, 'http://127.0.0.1:1']]) })
  expect((await checkNetwork(ctx, chainId)).checks.nodes).toBe('its node does not answer')
  const answering = contextOf(db, [first])
  expect((await checkNetwork(answering, chainId)).checks.nodes).toBe('ok')
})

test('is not ready while no node of a network has what quotes and settlements need', async ({
  nodes: [first],
  freshDatabase: { db },
}) => {
  const ctx = contextOf(db, [first])
  first.behave({ lacks: ['eth_simulateV1'] })
  await checkNodes(ctx, chainId)
  const { ready, checks } = await checkNetwork(ctx, chainId)
  expect(ready).toBe(false)
  expect(checks.node).toBe('none of its nodes has eth_simulateV1 and eth_feeHistory')
})

test('shows an outage of the private endpoints and which pools are not used, and stays ready', async ({
  nodes: [first],
  freshNetwork,
  freshDatabase: { db },
}) => {
  await createRpc(freshNetwork.rpcUrl)('anvil_mine', ['0x1'])
  await db.leader.create({ data: { role: indexerRole(chainId), epoch: 1n } })
  const ctx = contextOf(db, [first])
  await repeat(
    () => indexBlocks(ctx, { chainId, epoch: 1n }),
    (state) => state === 'at-head',
  )
  // The chain's clock may lag after a revert to a snapshot.
  const { timestamp } = await ctx.chain(chainId).client.getBlock()
  ctx.clock.set(Number(timestamp) * 1_000)
  const read = async () => {
    ctx.clock.advance(1_000)
    const { ready, checks } = await checkNetwork(ctx, chainId)
    return [ready, checks.settling]
  }
  const account = { chainId, address: freshNetwork.solver.address }
  await saveRelayProblem(db, { ...account, relayProblem: 'no private endpoint answers' })
  expect(await read()).toEqual([true, 'no private endpoint answers; see operator work list'])
  await saveRelayProblem(db, { ...account, relayProblem: undefined })
  // The test chain has the pool factories of the embedded network only, which stops nothing either.
  expect(await read()).toEqual([
    true,
    'some pools are not used: pool factories; see operator network check',
  ])
})
