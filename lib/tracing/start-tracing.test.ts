import { execFileSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { startTraceCollector } from '@/lib/testing/http/trace-collector'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { startTracing } from './start-tracing'

const collector = await startTraceCollector()
afterAll(() => collector.close())

const uidOf = (number: number) =>
  `0x${number.toString(16).padStart(8, '0').repeat(8)}${'ab'.repeat(24)}` as const

/** Starts the traces of a process, and collects its log. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const lines: string[] = []
  const base = createTestContext({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment },
  })
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const ctx = { ...base, log }
  await startTracing(ctx, 'web')
  return { ctx, traces: ctx.traces, lines }
}

/** Ends a number of spans. */
async function work({ traces }: Awaited<ReturnType<typeof start>>, spans: number) {
  for (let index = 0; index < spans; index += 1) {
    await traces.run('work', {}, async () => {})
  }
}

/** Expects that a process's traces stop after their second, on a busy machine too, and not after the exporter's ten. */
async function expectQuickStop({ traces }: Awaited<ReturnType<typeof start>>) {
  const startMs = performance.now()
  await traces.stop()
  expect(performance.now() - startMs).toBeLessThan(8_000)
}

/**
 * The modules of OpenTelemetry's SDK that a process has loaded after starting its traces with these variables. Its API, which
 * does nothing by itself, comes with prom-client.
 */
function loadedWith(environment: Readonly<Record<string, string>>): readonly string[] {
  const script = `
    import { createRequire } from 'node:module'
    import { parseConfig } from '@/lib/config'
    import { createContext } from '@/lib/context'
    import { startTracing } from '@/lib/tracing/start-tracing'
    const ctx = createContext(parseConfig(process.env), { role: 'web' })
    await startTracing(ctx, 'web')
    await ctx.traces.run('work', {}, async () => {})
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log(JSON.stringify(loaded.filter((path) => /@opentelemetry.(?!api.)/.test(path))))
    process.exit(0)`
  const flags = ['--import', 'tsx', '--input-type', 'module', '--eval', script]
  const { PATH, NODE_ENV } = process.env
  const env = { PATH, NODE_ENV, LOG_LEVEL: 'silent', ...environment }
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8', env }))
}

test('loads nothing of the SDK without an endpoint', () => {
  expect(loadedWith({})).toEqual([])
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  expect(loadedWith({ ...given, OTEL_SDK_DISABLED: 'true' })).toEqual([])
  expect(loadedWith(given).length).toBeGreaterThan(50)
})

test('sends spans with the headers, the service and the attributes of the settings', async () => {
  const started = await start({
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-ours',
    OTEL_SERVICE_NAME: 'desk',
  })
  collector.spans.length = 0
  await started.traces.run('work', { attributes: { 'coincide.chain_id': 1 } }, async () => {
    started.traces.record('part', { startMs: Date.now(), isError: true })
  })
  await started.traces.stop()
  const [part, whole] = collector.spans
  expect(whole).toMatchObject({
    ...{ service: 'desk', name: 'work', parentId: '', isError: false },
    attributes: { 'coincide.chain_id': 1 },
  })
  expect(part).toMatchObject({ name: 'part', parentId: whole?.spanId, isError: true })
  const request = collector.requests.at(-1)
  expect(request?.url).toBe('/v1/traces')
  expect(request?.headers).toMatchObject({
    ...{ 'x-key': 'of-ours', 'content-type': 'application/x-protobuf' },
  })
})

test('all processes record the same share of orders', { tags: ['long-only'] }, async () => {
  const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  const uids = Array.from({ length: 400 }, (_, index) => {
    const word = () => Math.imul(index + 1, 0x9e3779b1) >>> 0
    return `0x${word().toString(16).padStart(8, '0')}${'1'.repeat(56)}${'ab'.repeat(24)}` as const
  })
  const recorded: string[][] = []
  for (const _ of ['web', 'worker']) {
    const { traces } = await start(share)
    collector.spans.length = 0
    traces.recordPlaced(uids, { startMs: 1 })
    traces.recordOrders(uids, 'order.fill', { startMs: 2 })
    await traces.stop()
    recorded.push(collector.spans.map(({ name, traceId }) => `${name} ${traceId}`).sort())
  }
  expect(recorded[0]).toEqual(recorded[1])
  const fills = recorded[0]?.filter((text) => text.startsWith('order.fill')) ?? []
  expect(fills.length).toBe((recorded[0]?.length ?? 0) / 2)
  expect(fills.length).toBeGreaterThan(60)
  expect(fills.length).toBeLessThan(140)
})

test('a collector that is down costs a bounded queue, and is logged once until it is back', {
  tags: ['long-only'],
}, async () => {
  const first = await startTraceCollector()
  const started = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: first.url })
  await first.close()
  await work(started, 5_000)
  await until(() => started.lines.length > 1)
  expect(started.lines[1]).toContain('traces are not exported')
  const again = await startTraceCollector(Number(new URL(first.url).port))
  await until(async () => {
    await work(started, 1)
    return again.spans.length > 0
  })
  await started.traces.stop()
  await again.close()
  expect(started.lines.map((line) => JSON.parse(line).msg)).toEqual([
    'traces are exported',
    'traces are not exported',
    'traces are exported again',
  ])
  // Those of the queue, not all.
  expect(again.spans.length).toBeLessThan(4_096)
})

test('a collector that never answers holds up neither work nor the end of the process', {
  tags: ['long-only'],
}, async () => {
  const held: ServerResponse[] = []
  const hanging = await startTraceCollector()
  hanging.answer = (response) => void held.push(response)
  const started = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: hanging.url })
  await work(started, 5_000)
  await until(() => held.length > 0)
  expect(hanging.requests.length).toBe(1)
  await expectQuickStop(started)
  await hanging.close()
})

test.each([400, 503])('a collector that answers %d fails no work', async (status) => {
  const refusing = await startTraceCollector()
  refusing.answer = (response) => response.writeHead(status).end('x'.repeat(100_000))
  const started = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url })
  await work(started, 3)
  await expectQuickStop(started)
  await refusing.close()
})

test('an order that is no order, and work after its end, leave no spans', async () => {
  const { traces } = await start()
  collector.spans.length = 0
  traces.recordOrders(['0x'], 'order.deliver', { startMs: 1 })
  traces.record('alone', { startMs: 1 })
  let late: Promise<void> | undefined
  await traces.run('work', {}, async () => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => {
      traces.record('late', { startMs: 1 })
      expect(traces.ids()).toEqual({})
    })
  })
  await late
  traces.recordOrders([uidOf(1)], 'order.fill', { startMs: 1 })
  await traces.stop()
  expect(collector.spans.map(({ name }) => name)).toEqual(['work', 'order.fill'])
})
