import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { orderUid } from '@/lib/core/order'
import { stopServer } from '@/lib/http/server/stop-server'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { expireOrders } from '@/lib/settlements/lifecycle/expire-orders'
import { send } from '@/lib/testing/auctions/test-settlement'
import { nativeOrder } from '@/lib/testing/chain/native-orders'
import {
  channelEnvironment,
  startReceivers,
  subscribe,
} from '@/lib/testing/channels/delivery-fixture'
import { listen } from '@/lib/testing/http/probes'
import { startTraceCollector } from '@/lib/testing/http/trace-collector'
import { openClientFixture } from '@/lib/testing/orders/client-fixture'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { testWith } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { repeat } from '@/lib/testing/until'
import { startTracing } from './start-tracing'

const [collector, receivers] = [await startTraceCollector(), await startReceivers()]
afterAll(async () => {
  await collector.close()
  await receivers.close()
})

const test = testWith({
  ...channelEnvironment,
  WEBHOOK_ALLOWED_HOSTS: new URL(receivers.url).host,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
})

type Line = { readonly [member: string]: string | undefined }

test('an order is one trace from its submission to its deliveries', async ({ service }) => {
  const lines: Line[] = []
  const log = pino(
    { level: 'info', mixin: service.ctx.traces.ids },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const ctx = { ...service.ctx, log }
  await startTracing(ctx, 'test')
  const { server, url } = await listen(ctx, { endpoints })
  const client = await openClientFixture({ ...service, url })
  const subscriptionId = await subscribe(ctx, {
    url: `${receivers.url}/hook`,
    account: client.owner.toLowerCase() as Address,
  })

  const uid = (await client.sdk.postSwapOrder(client.swap())).orderId as Hex
  const leadership = { chainId: 1, epoch: 1n }
  const outcome = await runRound(ctx, leadership)
  expect(outcome.state).toBe('mined')
  await repeat(
    () => indexBlocks(ctx, leadership),
    (state) => state !== 'behind',
  )
  const { signal } = new AbortController()
  expect(await deliver(ctx, { subscriptionId, senders, signal })).toBe('sent')
  await stopServer(server, 1_000)
  await ctx.traces.stop()

  // The uid names the trace.
  const traceId = uid.slice(2, 34)
  const trace = collector.spans.filter((span) => span.traceId === traceId)
  const root = trace.find(({ parentId }) => parentId === '')
  expect(root).toMatchObject({ name: 'order', spanId: uid.slice(34, 50) })
  const placing = trace.find(({ kind }) => kind === 2)
  expect(placing).toMatchObject({
    name: 'POST /{chainId}/api/v1/orders',
    service: 'coincide-test',
    parentId: root?.spanId,
    attributes: { 'http.response.status_code': 201 },
  })
  const partsOf = (spanId?: string) => trace.filter(({ parentId }) => parentId === spanId)
  const names = (spans: typeof trace) => spans.map(({ name }) => name)
  expect(names(partsOf(placing?.spanId)).filter((name) => !name.startsWith('rpc '))).toEqual([
    'order.check',
    'order.save',
  ])
  const steps = partsOf(root?.spanId).filter(({ kind }) => kind !== 2)
  const inOrder = ['order.auction', 'order.solve', 'order.submit', 'order.mined', 'order.fill']
  expect(names(steps)).toEqual([...inOrder, 'order.notify', 'order.deliver'])
  for (const [index, { startNs, endNs, attributes, isError }] of steps.entries()) {
    expect([attributes['order.uid'], isError]).toEqual([uid, false])
    expect(endNs).toBeGreaterThanOrEqual(startNs)
    const previous = steps[index - 1]
    if (previous) expect(startNs).toBeGreaterThanOrEqual(previous.startNs)
  }
  const facts = Object.fromEntries(steps.map(({ name, attributes }) => [name, attributes]))
  expect(facts['order.solve']?.['coincide.auction_id']).toBe(String(outcome.auctionId))
  expect(facts['order.submit']?.['coincide.tx_hash']).toBe(outcome.txHash)
  expect(facts['order.fill']?.['coincide.tx_hash']).toBe(outcome.txHash)
  expect(facts['order.notify']?.['coincide.notification']).toBe('order_filled')
  expect(facts['order.deliver']?.['coincide.channel']).toBe('webhook')

  // Work for many orders is a trace of its own; each names the other.
  const round = collector.spans.find(({ name }) => name === 'auction.round')
  expect(round?.traceId).not.toBe(traceId)
  expect(round?.links).toEqual([{ traceId, spanId: root?.spanId }])
  const linked = steps.find(({ name }) => name === 'order.solve')?.links
  expect(linked).toEqual([{ traceId: round?.traceId, spanId: round?.spanId }])
  const settlement = collector.spans.find(({ name }) => name === 'settlement')
  expect(settlement).toMatchObject({ traceId: round?.traceId, parentId: round?.spanId })
  const calls = collector.spans.filter(({ parentId }) => parentId === settlement?.spanId)
  expect(names(calls)).toContain('rpc eth_sendRawTransaction')

  // Log lines name the span that they were written in.
  const posted = lines.find(({ msg, route }) => msg === 'request' && route?.endsWith('/orders'))
  expect(posted).toMatchObject({ trace_id: traceId, span_id: placing?.spanId })
  expect(posted?.requestId).toBe(placing?.attributes['coincide.request_id'])
  const ended = lines.find(({ msg }) => msg === 'settlement ended')
  expect(ended).toMatchObject({ trace_id: round?.traceId, span_id: settlement?.spanId })

  const docs = readFileSync('docs/tracing.md', 'utf8')
  const own = new Set(collector.spans.flatMap(({ name }) => (name.includes(' ') ? [] : [name])))
  expect(own.size).toBeGreaterThan(10)
  expect([...own].filter((name) => !docs.includes(`\`${name}\``))).toEqual([])

  // Nothing private leaves the service, and nothing is traced outside of requests and rounds.
  const sent = JSON.stringify(collector.spans, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(sent).not.toMatch(/127\.0\.0\.1:\d+\/|"0x[0-9a-f]{130}"|\/hook|whsec/)
  expect(
    collector.spans.filter(({ parentId, name }) => !parentId && name.startsWith('rpc')),
  ).toEqual([])
})

test('refused requests add no root, and a caller is linked, not followed', async ({ service }) => {
  const { ctx, network } = service
  await startTracing(ctx, 'test')
  const { server, url } = await listen(ctx, { endpoints })
  const client = await openClientFixture({ ...service, url })
  const uid = (await client.sdk.postSwapOrder(client.swap())).orderId
  const path = `${url}/mainnet/api/v1/orders`
  const order = await (await fetch(`${path}/${uid}`)).json()
  collector.spans.length = 0
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const post = (body: object) =>
    fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
      },
      body: JSON.stringify(body),
    })
  expect(await (await post({ ...order, from: order.owner })).json()).toMatchObject({
    errorType: 'DuplicatedOrder',
  })
  expect((await post({})).status).toBe(400)
  await stopServer(server, 1_000)

  // One that is placed on chain begins with its event.
  const native = nativeOrder({
    sender: network.accounts[2]!.address,
    buyToken: network.tokens.USDC!,
    validTo: Math.floor(Date.now() / 1_000) + 900,
  })
  await send(network, native.placement)
  await service.index()
  await ctx.traces.stop()

  const posts = collector.spans.filter(({ links }) => links[0]?.spanId === caller.spanId)
  expect(posts.map(({ links }) => links)).toEqual([[caller], [caller]])
  expect(posts[0]).toMatchObject({
    ...{ traceId: uid.slice(2, 34), parentId: uid.slice(34, 50), isError: false },
    attributes: { 'http.response.status_code': 400, 'error.type': 'DuplicatedOrder' },
  })
  expect([uid.slice(2, 34), caller.traceId]).not.toContain(posts[1]?.traceId)
  expect(posts[1]?.parentId).toBe('')
  const roots = collector.spans.filter(({ name }) => name === 'order')
  expect(roots.map(({ attributes }) => attributes['order.uid'])).toEqual([uid, native.uid])
  expect(roots[1]).toMatchObject({ traceId: native.uid.slice(2, 34), parentId: '' })
})

test('orders that are cancelled, replaced or expire end in their traces', async ({ service }) => {
  const { ctx } = service
  await startTracing(ctx, 'test')
  const { server, url } = await listen(ctx, { endpoints })
  const client = await openClientFixture({ ...service, url })
  collector.spans.length = 0
  const place = async (replacedUid?: string) => {
    const metadata = replacedUid ? { replacedOrder: { uid: replacedUid } } : {}
    const advanced = { appData: { metadata } }
    const { orderId } = await client.sdk.postLimitOrder(client.patientSale(), advanced)
    return orderId as Hex
  }
  const replaced = await place()
  const cancelled = await place(replaced)
  await client.sdk.offChainCancelOrder({ orderUid: cancelled })
  await stopServer(server, 1_000)
  const validTo = Math.floor(Date.now() / 1_000) - 3_600
  const [signed, unsigned] = (['eip712', 'presign'] as const).map((signingScheme, index) => ({
    ...testOrder({ validTo, signingScheme }),
    uid: orderUid(
      `0x${`a${index}`.repeat(32)}`,
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      validTo,
    ),
  }))
  await insertOrder(ctx.db, signed!)
  await insertOrder(ctx.db, unsigned!)
  await expireOrders(ctx, { chainId: 1, epoch: 1n })
  await ctx.traces.stop()

  const stepsOf = (uid: Hex) =>
    collector.spans
      .filter(({ attributes, parentId }) => attributes['order.uid'] === uid && parentId !== '')
      .map(({ name, traceId, attributes }) => {
        expect(traceId).toBe(uid.slice(2, 34))
        return [name, attributes['coincide.notification'] ?? '']
      })
  const cancellation = [
    ['order.cancel', ''],
    ['order.notify', 'order_cancelled'],
  ]
  expect(stepsOf(replaced)).toEqual(cancellation)
  expect(stepsOf(cancelled)).toEqual(cancellation)
  expect(stepsOf(signed!.uid)).toEqual([
    ['order.expire', ''],
    ['order.notify', 'order_expired'],
  ])
  expect(stepsOf(unsigned!.uid)).toEqual([['order.expire', '']])
})
