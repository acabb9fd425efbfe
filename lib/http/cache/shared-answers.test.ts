import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type RespServer, startRespServer } from '@/lib/testing/http/resp-server'
import { createTestContext } from '@/lib/testing/test-context'
import { closeSharedAnswers, findSharedAnswer, shareAnswer } from './shared-answers'

type TestContext = ReturnType<typeof createTestContext>

const opened: TestContext[] = []
const servers: RespServer[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeSharedAnswers))
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Creates a web process that shares through the Redis of TEST_REDIS_URL or a stand-in. */
async function open(url: string): Promise<TestContext> {
  const ctx = createTestContext({ environment: { REDIS_URL: url } })
  opened.push(ctx)
  return ctx
}

async function serve(): Promise<RespServer> {
  const server = await startRespServer()
  servers.push(server)
  return server
}

const key = `GET 1 probe ${Math.random()}`
const shareable = (ctx: TestContext, name = key) => ({
  key: name,
  answer: {
    text: '{"symbol":"₿\\u0000"}',
    headers: { 'Last-Modified': 'x' },
    computedAtMs: ctx.now(),
  },
  expiresAtMs: ctx.now() + 60_000,
})

/** Retries until the client has connected: until then, nothing is shared. */
async function untilShared(ctx: TestContext, name = key) {
  for (let turn = 0; turn < 1_000; turn++) {
    await shareAnswer(ctx, shareable(ctx, name))
    const found = await findSharedAnswer(ctx, name)
    if (found) return found
    await delay(20)
  }
  return undefined
}

test('two web processes share responses', async () => {
  const url = process.env.TEST_REDIS_URL ?? (await serve()).url
  const [one, two] = [await open(url), await open(url)]
  expect(await untilShared(one)).toMatchObject({ headers: { 'Last-Modified': 'x' } })
  await untilShared(two, `${key} other`)
  expect(await findSharedAnswer(two, key)).toMatchObject({ text: '{"symbol":"₿\\u0000"}' })
  expect(await findSharedAnswer(two, `${key} unknown`)).toBeUndefined()
})

test('ignores a stored value of another shape', async () => {
  const server = await serve()
  const ctx = await open(server.url)
  await untilShared(ctx)
  const [stored = ''] = server.values.keys()
  expect(stored).toBe(`coincide:answer:1:${key}`)
  for (const value of ['', 'null', '5', '{"text":5}']) {
    server.values.set(stored, value)
    expect(await findSharedAnswer(ctx, key)).toBeUndefined()
  }
})

test('fails no request and delays none while Redis is down', async () => {
  const ctx = await open('redis://127.0.0.1:1')
  const began = performance.now()
  for (let turn = 0; turn < 100; turn++) {
    expect(await findSharedAnswer(ctx, key)).toBeUndefined()
    await shareAnswer(ctx, shareable(ctx))
  }
  // A timeout of half a second each would take more than a minute.
  expect(performance.now() - began).toBeLessThan(50_000)
})

test('waits half a second for a hanging Redis, then skips it for 5 seconds', async () => {
  const server = await serve()
  const ctx = await open(server.url)
  await untilShared(ctx)
  server.hang()
  const commandsBefore = server.commands.length
  const began = performance.now()
  for (let turn = 0; turn < 20; turn++) {
    expect(await findSharedAnswer(ctx, key)).toBeUndefined()
  }
  const took = performance.now() - began
  expect(took).toBeGreaterThan(400)
  // A timeout of half a second each would take ten seconds.
  expect(took).toBeLessThan(9_000)
  expect(server.commands.length - commandsBefore).toBeLessThanOrEqual(2)
})

test('uses Redis again once it is back', { tags: ['long-only'] }, async () => {
  const server = await serve()
  const ctx = await open(server.url)
  await untilShared(ctx)
  await server.stop()
  servers.length = 0
  expect(await findSharedAnswer(ctx, key)).toBeUndefined()
  servers.push(await startRespServer(server.port))
  expect(await untilShared(ctx)).toBeDefined()
})
