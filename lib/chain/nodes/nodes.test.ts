import { pino } from 'pino'
import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { createRpc, quantity } from '@/lib/devnet/rpc'
import { headNumber, type NodeProxy } from '@/lib/testing/chain/node-proxy'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { checkNodes, checkNodesAtStart } from './check-nodes'
import { newestHead, watchNodes } from './watch-nodes'

const chainId = 1
const otherHash = `0x${'ab'.repeat(32)}`

type Logged = Context & { readonly lines: string[] }

function contextOf(...nodes: NodeProxy[]): Logged {
  const rpcUrls = new Map([[chainId, nodes.map(({ url }) => url).join()]])
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  return { ...createTestContext({ rpcUrls }), log, lines }
}

const pinnedHost = (ctx: Context) => ctx.chain(chainId).host
const heads = (ctx: Context) => ctx.chain(chainId).client.getBlockNumber()

test('pins the first node, and the next one while the first fails', async ({
  nodes: [first, second],
}) => {
  const ctx = contextOf(first, second)
  await checkNodesAtStart(ctx)
  expect(pinnedHost(ctx)).toBe(first.host)
  first.behave({ isDown: true })
  await expect(heads(ctx)).rejects.toThrow()
  expect(pinnedHost(ctx)).toBe(second.host)
  await heads(ctx)
  first.behave({})
  await checkNodes(ctx, chainId)
  expect(pinnedHost(ctx)).toBe(first.host)
})

test('keeps a unit of work on its node even if the node fails', async ({
  nodes: [first, second],
}) => {
  const ctx = contextOf(first, second)
  const hosts = await ctx.nodes(chainId).onOneNode(async () => {
    const before = pinnedHost(ctx)
    first.behave({ isDown: true })
    await heads(ctx).catch(() => {})
    return [before, pinnedHost(ctx), await Promise.resolve().then(() => pinnedHost(ctx))]
  })
  expect(hosts).toEqual(Array(3).fill(first.host))
  expect(await ctx.nodes(chainId).onOneNode(async () => pinnedHost(ctx))).toBe(second.host)
})

test('drops a node that switches to another chain, and raises an alarm', async ({
  nodes: [first, second],
}) => {
  const ctx = contextOf(first, second)
  await checkNodesAtStart(ctx)
  first.behave({ chainId: 5 })
  await checkNodes(ctx, chainId)
  expect(pinnedHost(ctx)).toBe(second.host)
  expect(ctx.nodes(chainId).witnesses()).toEqual([])
  const [alarm] = ctx.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(alarm).toMatchObject({ host: first.host, msg: 'node serves chain 5: not used' })
  first.behave({})
  await checkNodes(ctx, chainId)
  expect(pinnedHost(ctx)).toBe(first.host)
})

test('rejects requests while the only node serves another chain', async ({ nodes: [first] }) => {
  const ctx = contextOf(first)
  first.behave({ chainId: 5 })
  await checkNodes(ctx, chainId)
  await expect(heads(ctx)).rejects.toThrow('serves chain 5')
  await expect(newestHead(ctx, chainId)).rejects.toThrow('serves chain 5')
})

test('refuses to start if all nodes serve other chains', async ({ nodes: [first, second] }) => {
  const ctx = contextOf(first, second)
  first.behave({ chainId: 5 })
  second.behave({ chainId: 10 })
  const start = checkNodesAtStart(ctx)
  await expect(start).rejects.toThrow(
    `RPC_URL_1: ${first.host} serves chain 5, ${second.host} serves chain 10; name a node of Ethereum`,
  )
  const output = [String(await start.catch((error) => error)), ...ctx.lines].join()
  expect(output).not.toContain('secret-key')
})

test('starts with the networks that can be served, and raises an alarm about the others', async ({
  nodes: [first, second],
}) => {
  second.behave({ chainId: 5 })
  const rpcUrls = new Map([
    [1, first.url],
    [100, second.url],
  ])
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const ctx = { ...createTestContext({ rpcUrls }), log }
  await checkNodesAtStart(ctx)
  expect(await heads(ctx)).toBeGreaterThanOrEqual(0n)
  await expect(ctx.chain(100).client.getBlockNumber()).rejects.toThrow('serves chain 5')
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: 'network cannot be served',
      refusal: `RPC_URL_100: ${second.host} serves chain 5; name a node of Gnosis Chain (chain 100)`,
    }),
  )
  expect(lines.join()).not.toContain('secret-key')
})

test('starts while a node does not respond', async ({ nodes: [first, second] }) => {
  first.behave({ isDown: true })
  second.behave({ chainId: 5 })
  await checkNodesAtStart(contextOf(first, second))
})

test('replaces a node without simulations, and refuses to start if no node has them', async ({
  nodes: [first, second],
}) => {
  first.behave({ lacks: ['eth_simulateV1', 'debug_traceCall'] })
  const ctx = contextOf(first, second)
  await checkNodesAtStart(ctx)
  expect(pinnedHost(ctx)).toBe(second.host)
  expect(ctx.nodes(chainId).all.map(({ state }) => state.lacks)).toEqual([
    ['eth_simulateV1', 'debug_traceCall'],
    [],
  ])
  expect(ctx.lines.join()).toContain('bundle simulations report no state changes')
  const alone = checkNodesAtStart(contextOf(first))
  await expect(alone).rejects.toThrow(`RPC_URL_1: ${first.host} lacks eth_simulateV1; name a node`)
})

/** A running clock by which the newest block of a chain has this age now. */
async function clockAt(rpcUrl: string, ageMs: number): Promise<() => number> {
  const block = await createRpc(rpcUrl)('eth_getBlockByNumber', ['latest', false])
  const offsetMs = Number((block as { timestamp: Hex }).timestamp) * 1_000 + ageMs - Date.now()
  return () => Date.now() + offsetMs
}

test('keeps to a node with a fresh head, and to its word, while another one runs ahead', async ({
  nodes: [first, second],
  network,
}) => {
  let now = await clockAt(network.rpcUrl, 1_000)
  const ctx = { ...contextOf(first, second), now: () => now() }
  const head = await headNumber(network.rpcUrl)
  const invent = (block: object, [number]: readonly unknown[]) =>
    number === 'latest' ? { ...block, number: quantity(head + 9n), hash: otherHash } : block
  second.behave({ forge: { eth_getBlockByNumber: invent } })
  const stop = new AbortController()
  const watching = watchNodes(ctx, { signal: stop.signal, headsOfSingles: true })
  const { all, faults, witnesses, onSecondNode } = ctx.nodes(chainId)
  await until(() => all.every(({ state }) => state.head !== undefined))
  expect(all.map(({ state }) => state.head?.number)).toEqual([head, head + 9n])
  expect(faults()).toEqual([undefined, undefined])
  expect(pinnedHost(ctx)).toBe(first.host)
  expect(witnesses().map(({ host }) => host)).toEqual([second.host])
  expect(await onSecondNode(async () => pinnedHost(ctx))).toBe(second.host)
  now = await clockAt(network.rpcUrl, 60_000)
  await until(() => pinnedHost(ctx) === second.host)
  stop.abort()
  await watching
})

test('replaces a frozen node, and pins it again once it has caught up', {
  tags: ['long-only'],
}, async ({ nodes: [first, second], network }) => {
  const now = await clockAt(network.rpcUrl, 60_000)
  const ctx = { ...contextOf(first, second), now }
  const stop = new AbortController()
  const watching = watchNodes(ctx, { signal: stop.signal, headsOfSingles: true })
  const rpc = createRpc(network.rpcUrl)
  first.behave({ maxBlock: await headNumber(network.rpcUrl) })
  await rpc('anvil_mine', ['0x3'])
  await until(async () => pinnedHost(ctx) === second.host)
  expect((await newestHead(ctx, chainId)).number).toBe(await headNumber(network.rpcUrl))
  first.behave({})
  await until(async () => pinnedHost(ctx) === first.host)
  stop.abort()
  await watching
})

test('reads a watched head without requests', async ({ nodes: [first] }) => {
  const ctx = contextOf(first)
  const stop = new AbortController()
  const watching = watchNodes(ctx, { signal: stop.signal, headsOfSingles: true })
  await until(async () => ctx.nodes(chainId).all[0]?.state.head !== undefined)
  const before = first.calls.get('eth_getBlockByNumber') ?? 0
  for (let reads = 0; reads < 100; reads += 1) await newestHead(ctx, chainId)
  expect((first.calls.get('eth_getBlockByNumber') ?? 0) - before).toBeLessThanOrEqual(1)
  stop.abort()
  await watching
})
