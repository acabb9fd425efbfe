import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer } from '@/lib/api/answer'
import { defineEndpoint } from '@/lib/api/endpoint'
import { address, booleanText, integerText, positiveAmount } from '@/lib/api/fields'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { mount } from './mount'
import { listen } from './probes'
import { closeSharedAnswers, deleteUselessAnswers } from './shared-answers'

const now = Date.UTC(2026, 6, 1)
const token = `0x${'Ab'.repeat(20)}`
const path = `/1/tokens/${token}/worth`
const lastModified = 'Wed, 01 Jul 2026 00:00:00 GMT'
const rpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

/** How often the answer was computed, and what computing does. */
let computed = 0
let compute: () => Promise<{ worth: string }> = async () => ({ worth: `${computed}` })

const worth = defineEndpoint({
  name: 'readWorth',
  method: 'GET',
  path: '/{chainId}/tokens/{token}/worth',
  summary: '',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 60, staleSeconds: 600 },
  params: z.object({ token: address }),
  query: z.object({
    limit: integerText(1, 100).default(10),
    amount: positiveAmount.optional(),
    partial: booleanText.optional(),
  }),
  response: z.object({ worth: z.string() }),
  run: async () => {
    computed += 1
    const body = await compute()
    return answer({ status: 200, body, headers: { 'Last-Modified': lastModified } })
  },
})

let database: TestDatabase
const servers: Server[] = []
const contexts: ReturnType<typeof createTestContext>[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  computed = 0
  compute = async () => ({ worth: `${computed}` })
  await database.db.cachedAnswer.deleteMany()
})
afterEach(() => Promise.all(contexts.splice(0).map(closeSharedAnswers)))
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  await database.drop()
})

async function open(environment: Record<string, string> = {}, db = database.db) {
  const unlimited = { READS_PER_SECOND: '0' }
  const ctx = createTestContext({ db, rpcUrls, now, environment: { ...unlimited, ...environment } })
  const { server, url } = await listen(ctx, { endpoints: [worth] })
  servers.push(server)
  contexts.push(ctx)
  const get = async (target: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${target}`, init)
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  }
  const stored = () => database.db.cachedAnswer.count()
  /** Sharing an answer is not waited for. */
  const untilStored = async (count: number) => {
    while ((await stored()) < count) await delay(10)
  }
  return { ctx, get, stored, untilStored }
}

const down = async () => {
  throw dependencyDown('the chain', new Error('refused'))
}

describe('One answer, whatever form the question has', () => {
  const lower = token.toLowerCase()
  test.each([
    ['the same again', path],
    ['a lower-case address', `/1/tokens/${lower}/worth`],
    ['upper-case hex', `/1/tokens/0x${'AB'.repeat(20)}/worth`],
    ['another name of the network', `/mainnet/tokens/${token}/worth`],
    ['a slash at the end', `${path}/`],
    ['a default that is written out', `${path}?limit=10`],
    ['unknown parameters', `${path}?bust=1&__proto__=1&constructor=x`],
    ['an unknown one, repeated and empty', `${path}?a=&a&a=1`],
    ['an empty query', `${path}?`],
    ['percent-encoding', `/1/tokens/${lower.replace('a', '%61')}/worth?%6cimit=10`],
    ['a plus in what is unknown', `${path}?a+b=c%20d`],
  ])('%s', async (_name, target) => {
    const { get } = await open()
    const first = await get(path)
    const second = await get(target)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect(computed).toBe(1)
  })

  test('the sequence of parameters makes no difference', async () => {
    const { get } = await open()
    await get(`${path}?limit=5&amount=7&partial=true`)
    await get(`${path}?partial=true&x=1&amount=7&limit=5`)
    expect(computed).toBe(1)
  })

  test.each([
    ['another token', `/1/tokens/0x${'cd'.repeat(20)}/worth`],
    ['another network', `/100/tokens/${token}/worth`],
    ['another value', `${path}?limit=11`],
    ['a further parameter', `${path}?amount=10`],
  ])('but not %s', async (_name, target) => {
    const { get } = await open()
    await get(path)
    expect((await get(target)).status).toBe(200)
    expect(computed).toBe(2)
  })

  test.each([
    ['a malformed address', '/1/tokens/0x12/worth', 400],
    ['a repeated parameter', `${path}?limit=1&limit=1`, 400],
    ['an empty parameter', `${path}?limit=`, 400],
    ['an unknown network', `/7/tokens/${token}/worth`, 404],
  ])('%s is neither computed nor kept', async (_name, target, status) => {
    const { get, stored } = await open()
    for (let turn = 0; turn < 2; turn++) expect((await get(target)).status).toBe(status)
    expect(computed).toBe(0)
    expect(await stored()).toBe(0)
  })
})

describe('Given again', () => {
  test('until it is a minute old, and its age is told in whole seconds', async () => {
    const { ctx, get } = await open()
    const ages: (string | null)[] = []
    for (const ms of [0, 999, 1, 58_999, 1]) {
      ctx.clock.advance(ms)
      ages.push((await get(path)).headers.get('age'))
    }
    expect(ages).toEqual(['0', '0', '1', '59', '0'])
    expect(computed).toBe(2)
  })

  test('with the headers that it had when it was computed', async () => {
    const { get } = await open()
    const [first, second, third] = [await get(path), await get(path), await get(`${path}?x`)]
    const seen = ({ headers }: typeof first) =>
      [...headers.keys()].filter((name) => name !== 'date').map((name) => [name, headers.get(name)])
    const stable = (of: typeof first) => seen(of).filter(([name]) => name !== 'x-request-id')
    expect(stable(second)).toEqual(stable(first))
    expect(stable(third)).toEqual(stable(first))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(Object.fromEntries(seen(second))).toMatchObject({
      'last-modified': lastModified,
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Age, ETag, Last-Modified, Retry-After, X-Request-Id',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
  })

  test('as 304 without a body to who has it, HEAD included', async () => {
    const { get } = await open()
    const { headers } = await get(path)
    const etag = headers.get('etag') ?? ''
    for (const target of [path, `${path}?other`]) {
      for (const method of ['GET', 'HEAD']) {
        for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await get(target, { method, headers: { 'if-none-match': given } })
          expect([again.status, again.text]).toEqual([304, ''])
          expect(again.headers.get('etag')).toBe(etag)
          expect(again.headers.get('cache-control')).toBe('public, max-age=60')
          expect(again.headers.has('content-length')).toBe(false)
        }
        const other = await get(target, { method, headers: { 'if-none-match': '"x"' } })
        expect(other.status).toBe(200)
        expect(other.headers.get('content-length')).toBe('13')
      }
    }
  })

  test('with the request id that the client sends, where it is a sound one', async () => {
    const { get } = await open()
    for (let turn = 0; turn < 2; turn++) {
      const sound = await get(path, { headers: { 'x-request-id': 'my-own-id' } })
      expect(sound.headers.get('x-request-id')).toBe('my-own-id')
      const odd = await get(path, { headers: { 'x-request-id': 'a' } })
      expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  test('within the reads of a client only', async () => {
    const { get } = await open({ READS_PER_SECOND: '5' })
    const statuses: number[] = []
    for (let turn = 0; turn < 7; turn++) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('not to what is no plain read', async () => {
    const { get } = await open()
    await get(path)
    expect((await get(path, { method: 'POST' })).status).toBe(405)
    expect((await get(path, { method: 'OPTIONS' })).status).toBe(204)
    const encoded = await get(path, { headers: { 'content-encoding': 'gzip' } })
    expect(encoded.status).toBe(415)
  })

  test('by Next as by the front server', async () => {
    const processContext = globalThis as { coincideContext?: unknown }
    const { ctx, get } = await open()
    processContext.coincideContext = ctx
    const front = await get(path)
    const next = await mount(worth).GET(new Request(`http://x${path}`))
    const { etag = '' } = Object.fromEntries(next.headers)
    expect(await next.text()).toBe(front.text)
    expect(etag).toBe(front.headers.get('etag'))
    const headers = { 'if-none-match': etag }
    expect((await mount(worth).GET(new Request(`http://x${path}`, { headers }))).status).toBe(304)
    expect(computed).toBe(1)
    delete processContext.coincideContext
  })
})

describe('Computed once', () => {
  test('for a hundred who ask at the same time', async () => {
    const { get } = await open()
    compute = () => delay(100, { worth: 'slow' })
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => get(`${path}?i=${i}`)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"worth":"slow"}']),
    )
    expect(computed).toBe(1)
  })

  test('for all processes, and its age goes on', async () => {
    const [one, two] = [await open(), await open()]
    const { headers, text } = await one.get(path)
    await one.untilStored(1)
    two.ctx.clock.advance(30_000)
    const second = await two.get(path)
    expect(second.text).toBe(text)
    expect(second.headers.get('age')).toBe('30')
    expect(second.headers.get('etag')).toBe(headers.get('etag'))
    expect(second.headers.get('last-modified')).toBe(lastModified)
    expect(computed).toBe(1)
  })

  test('although one who asked has gone', async () => {
    const { get } = await open()
    const gone = new AbortController()
    compute = () => delay(200, { worth: 'slow' })
    const first = get(path, { signal: gone.signal })
    const second = get(path)
    await delay(50)
    gone.abort()
    await expect(first).rejects.toThrow()
    expect((await second).text).toBe('{"worth":"slow"}')
    expect(computed).toBe(1)
  })
})

describe('While sources are down', () => {
  test('an older answer is given with its age for ten minutes more, then the failure', async () => {
    const { ctx, get } = await open()
    const { text } = await get(path)
    compute = down
    ctx.clock.advance(60_000)
    for (const seconds of [60, 360, 659]) {
      ctx.clock.set(now + seconds * 1_000)
      const older = await get(path)
      expect([older.status, older.text]).toEqual([200, text])
      expect(older.headers.get('age')).toBe(String(seconds))
    }
    ctx.clock.set(now + 660_000)
    const failure = await get(path)
    expect(failure.status).toBe(500)
    expect(failure.headers.get('cache-control')).toBe('no-store')
    expect(failure.headers.has('retry-after')).toBe(true)
    expect(failure.headers.has('etag')).toBe(false)
  })

  test('an older answer is given too while sources may not be asked more', async () => {
    const { ctx, get } = await open()
    const { text } = await get(path)
    compute = async () => {
      throw new ServiceError('RateLimited', 'later')
    }
    ctx.clock.advance(60_000)
    const older = await get(path)
    expect([older.status, older.text, older.headers.get('age')]).toEqual([200, text, '60'])
  })

  test('they are asked again every two seconds only, and then the new answer is given', async () => {
    const { ctx, get } = await open()
    await get(path)
    compute = down
    ctx.clock.advance(60_000)
    for (let turn = 0; turn < 50; turn++) expect((await get(path)).status).toBe(200)
    expect(computed).toBe(2)
    compute = async () => ({ worth: 'new' })
    ctx.clock.advance(2_000)
    const { text, headers } = await get(path)
    expect([text, headers.get('age')]).toEqual(['{"worth":"new"}', '0'])
  })

  test('silence counts as being down after two seconds', async () => {
    const { ctx, get } = await open()
    const { text } = await get(path)
    compute = () => delay(3_000, { worth: 'late' })
    ctx.clock.advance(61_000)
    const began = performance.now()
    expect((await get(path)).text).toBe(text)
    expect(performance.now() - began).toBeLessThan(2_700)
    // Who asks now need not wait another two seconds.
    expect((await get(path)).text).toBe(text)
    expect(performance.now() - began).toBeLessThan(2_800)
    await delay(1_200)
    expect((await get(path)).text).toBe('{"worth":"late"}')
    expect(computed).toBe(2)
  })

  test('what another process has computed is given by one that has nothing', async () => {
    const [one, two] = [await open(), await open()]
    const { text } = await one.get(path)
    await one.untilStored(1)
    compute = down
    two.ctx.clock.advance(300_000)
    const older = await two.get(path)
    expect([older.status, older.text, older.headers.get('age')]).toEqual([200, text, '300'])
  })

  test('a failure itself is never kept', async () => {
    const { get, stored } = await open()
    compute = down
    expect((await get(path)).status).toBe(500)
    compute = async () => ({ worth: 'up' })
    expect((await get(path)).text).toBe('{"worth":"up"}')
    expect(await stored()).toBeLessThanOrEqual(1)
  })
})

describe('Nothing wrong is kept as right', () => {
  test('not found is given again for three seconds by this process, and never shared', async () => {
    const { ctx, get, stored } = await open()
    compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    for (let turn = 0; turn < 5; turn++) {
      const { status, text, headers } = await get(path)
      expect([status, text]).toEqual([404, '{"message":"price not found"}'])
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(computed).toBe(1)
    compute = async () => ({ worth: 'listed' })
    ctx.clock.advance(3_000)
    expect((await get(path)).text).toBe('{"worth":"listed"}')
    expect(await stored()).toBeLessThanOrEqual(1)
  })

  test('an answer ends with a definitive "not found"', async () => {
    const { ctx, get } = await open()
    await get(path)
    ctx.clock.advance(60_000)
    compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    expect((await get(path)).status).toBe(404)
  })

  test.each(['BadRequest', 'NoLiquidity', 'RateLimited', 'ServiceUnavailable'] as const)(
    '%s is computed anew each time',
    async (code) => {
      const { get, stored } = await open()
      compute = async () => {
        throw new ServiceError(code, 'no')
      }
      await get(path)
      await get(path)
      expect(computed).toBe(2)
      expect(await stored()).toBe(0)
    },
  )

  test('what is shared in another form is computed anew', async () => {
    const { get } = await open()
    const [one, two] = [await open(), await open()]
    await one.get(path)
    await one.untilStored(1)
    await database.db.cachedAnswer.updateMany({ data: { answer: { text: 5 } } })
    expect((await two.get(path)).status).toBe(200)
    expect(computed).toBe(2)
    expect((await get(path)).status).toBe(200)
  })

  test('a clock that is ahead does not make its answers last', async () => {
    const [ahead, right] = [await open(), await open()]
    ahead.ctx.clock.advance(3_600_000)
    await ahead.get(path)
    await ahead.untilStored(1)
    expect((await right.get(path)).headers.get('age')).toBe('0')
    right.ctx.clock.advance(60_000)
    await database.db.cachedAnswer.deleteMany()
    await right.get(path)
    expect(computed).toBe(2)
  })
})

describe('Without a database', () => {
  test('answers are computed, kept in memory and given while sources are down', async () => {
    const none = createTestContext({ rpcUrls }).db
    const { ctx, get } = await open({}, none)
    const { text } = await get(path)
    expect((await get(path)).text).toBe(text)
    expect(computed).toBe(1)
    compute = down
    ctx.clock.advance(60_000)
    expect((await get(path)).text).toBe(text)
  })
})

describe('A flood of questions', () => {
  test('about nothing reaches the database a few times only', async () => {
    const { get } = await open()
    compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    const calls = async () => {
      const [row] = await database.db.$queryRaw<{ calls: bigint }[]>`
        SELECT coalesce(sum(seq_scan + idx_scan), 0) AS calls FROM pg_stat_user_tables
        WHERE relname = 'cached_answers'`
      return Number(row?.calls)
    }
    // What the server counts shows a second later.
    await delay(1_500)
    const before = await calls()
    const began = performance.now()
    for (let index = 0; index < 300; index++) {
      const unknown = `0x${index.toString(16).padStart(40, '0')}`
      expect((await get(`/1/tokens/${unknown}/worth`)).status).toBe(404)
    }
    const seconds = (performance.now() - began) / 1_000
    await delay(1_500)
    expect((await calls()) - before).toBeLessThanOrEqual(10 + 5 * Math.ceil(seconds) + 5)
  })

  test('leaves no more rows than the newest 50,000, and none that are of no use', async () => {
    const { ctx } = await open()
    await database.db.$executeRaw`
      INSERT INTO cached_answers (key, answer, computed_at, useless_at)
      SELECT 'stranger ' || i, '{}', ${new Date(now)}::timestamptz - i * interval '1 ms', ${new Date(now + 60_000)}
      FROM generate_series(1, 50100) AS i`
    expect(await deleteUselessAnswers(ctx)).toBe(100)
    expect(await database.db.cachedAnswer.findMany({ where: { key: 'stranger 50001' } })).toEqual(
      [],
    )
    ctx.clock.advance(60_000)
    expect(await deleteUselessAnswers(ctx)).toBe(50_000)
  })
})
