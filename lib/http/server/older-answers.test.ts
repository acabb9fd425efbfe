import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { deleteExpiredAnswers } from '@/lib/http/cache/shared-answers'
import { type AnswerFixture, deadRpcUrls, fixtureNow } from '@/lib/testing/http/answer-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

const path = `/1/tokens/0x${'ab'.repeat(20)}/worth`
let fixture: AnswerFixture

test.beforeEach(({ answers }) => {
  fixture = answers
})

const down = async () => {
  throw dependencyDown('the chain', new Error('refused'))
}

describe('while sources are down', () => {
  test('serves a stale response with its Age for ten more minutes, then the error', async () => {
    const { ctx, get } = await fixture.open()
    const { text } = await get(path)
    fixture.source.compute = down
    ctx.clock.advance(60_000)
    for (const seconds of [60, 360, 659]) {
      ctx.clock.set(fixtureNow + seconds * 1_000)
      const older = await get(path)
      expect([older.status, older.text]).toEqual([200, text])
      expect(older.headers.get('age')).toBe(String(seconds))
    }
    ctx.clock.set(fixtureNow + 660_000)
    const failure = await get(path)
    expect(failure.status).toBe(500)
    expect(failure.headers.get('cache-control')).toBe('no-store')
    expect(failure.headers.has('retry-after')).toBe(true)
    expect(failure.headers.has('etag')).toBe(false)
  })

  test('serves a stale response while the rate limit of a source is spent', async () => {
    const { ctx, get } = await fixture.open()
    const { text } = await get(path)
    fixture.source.compute = async () => {
      throw new ServiceError('RateLimited', 'later')
    }
    ctx.clock.advance(60_000)
    const older = await get(path)
    expect([older.status, older.text, older.headers.get('age')]).toEqual([200, text, '60'])
  })

  test('retries only every two seconds, and serves the new response on success', async () => {
    const { ctx, get } = await fixture.open()
    await get(path)
    fixture.source.compute = down
    ctx.clock.advance(60_000)
    for (let turn = 0; turn < 50; turn++) expect((await get(path)).status).toBe(200)
    expect(fixture.source.computed).toBe(2)
    fixture.source.compute = async () => ({ worth: 'new' })
    ctx.clock.advance(2_000)
    const { text, headers } = await get(path)
    expect([text, headers.get('age')]).toEqual(['{"worth":"new"}', '0'])
  })

  test('treats two seconds of silence as an outage', async () => {
    const { ctx, get } = await fixture.open()
    const { text } = await get(path)
    let speak = () => {}
    const spoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    fixture.source.compute = () => spoken.then(() => ({ worth: 'late' }))
    ctx.clock.advance(61_000)
    expect((await get(path)).text).toBe(text)
    // Later requests do not wait two seconds each, which would take more than a minute.
    const began = performance.now()
    for (let turn = 0; turn < 40; turn++) expect((await get(path)).text).toBe(text)
    expect(performance.now() - began).toBeLessThan(60_000)
    speak()
    await expect.poll(async () => (await get(path)).text).toBe('{"worth":"late"}')
    expect(fixture.source.computed).toBe(2)
  })

  test('serves a response that another process computed', async () => {
    const [one, two] = [await fixture.open(), await fixture.open()]
    const { text } = await one.get(path)
    await one.untilStored(1)
    fixture.source.compute = down
    two.ctx.clock.advance(300_000)
    const older = await two.get(path)
    expect([older.status, older.text, older.headers.get('age')]).toEqual([200, text, '300'])
  })

  test('never caches an error', async () => {
    const { get, stored } = await fixture.open()
    fixture.source.compute = down
    expect((await get(path)).status).toBe(500)
    fixture.source.compute = async () => ({ worth: 'up' })
    expect((await get(path)).text).toBe('{"worth":"up"}')
    expect(await stored()).toBeLessThanOrEqual(1)
  })
})

describe('the cache stays correct', () => {
  test('caches a 404 for three seconds in this process, and never shares it', async () => {
    const { ctx, get, stored } = await fixture.open()
    fixture.source.compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    for (let turn = 0; turn < 5; turn++) {
      const { status, text, headers } = await get(path)
      expect([status, text]).toEqual([404, '{"message":"price not found"}'])
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(fixture.source.computed).toBe(1)
    fixture.source.compute = async () => ({ worth: 'listed' })
    ctx.clock.advance(3_000)
    expect((await get(path)).text).toBe('{"worth":"listed"}')
    expect(await stored()).toBeLessThanOrEqual(1)
  })

  test('drops a response when a recomputation is a 404', async () => {
    const { ctx, get } = await fixture.open()
    await get(path)
    ctx.clock.advance(60_000)
    fixture.source.compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    expect((await get(path)).status).toBe(404)
  })

  test.each(['BadRequest', 'NoLiquidity', 'RateLimited', 'ServiceUnavailable'] as const)(
    'recomputes %s on every request',
    async (code) => {
      const { get, stored } = await fixture.open()
      fixture.source.compute = async () => {
        throw new ServiceError(code, 'no')
      }
      await get(path)
      await get(path)
      expect(fixture.source.computed).toBe(2)
      expect(await stored()).toBe(0)
    },
  )

  test('recomputes if the shared value has another shape', async () => {
    const { get } = await fixture.open()
    const [one, two] = [await fixture.open(), await fixture.open()]
    await one.get(path)
    await one.untilStored(1)
    await fixture.db.cachedAnswer.updateMany({ data: { answer: { text: 5 } } })
    expect((await two.get(path)).status).toBe(200)
    expect(fixture.source.computed).toBe(2)
    expect((await get(path)).status).toBe(200)
  })

  test('a clock that is ahead does not extend the lifetime of its responses', async () => {
    const [ahead, right] = [await fixture.open(), await fixture.open()]
    ahead.ctx.clock.advance(3_600_000)
    await ahead.get(path)
    await ahead.untilStored(1)
    expect((await right.get(path)).headers.get('age')).toBe('0')
    right.ctx.clock.advance(60_000)
    await fixture.db.cachedAnswer.deleteMany()
    await right.get(path)
    expect(fixture.source.computed).toBe(2)
  })
})

describe('without a database', () => {
  test('responses are computed, cached in memory and served while sources are down', async () => {
    const none = createTestContext({ rpcUrls: deadRpcUrls }).db
    const { ctx, get } = await fixture.open({}, none)
    const { text } = await get(path)
    expect((await get(path)).text).toBe(text)
    expect(fixture.source.computed).toBe(1)
    fixture.source.compute = down
    ctx.clock.advance(60_000)
    expect((await get(path)).text).toBe(text)
  })
})

describe('a flood of requests', () => {
  test('for unknown keys reaches the database only a few times', { tags: ['long-only'] }, async ({
    freshDatabase: { db },
  }) => {
    // A database of its own, because counts of other tests' queries show up late.
    const { get } = await fixture.open({}, db)
    fixture.source.compute = async () => {
      throw new ServiceError('NotFound', 'price not found')
    }
    const calls = async () => {
      const [row] = await db.$queryRaw<{ calls: bigint }[]>`
        SELECT coalesce(sum(seq_scan + idx_scan), 0) AS calls FROM pg_stat_user_tables
        WHERE relname = 'cached_answers'`
      return Number(row?.calls)
    }
    // The server's counts show up a second later.
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

  test('leaves only the newest 50,000 rows, and no expired ones', async () => {
    const { ctx } = await fixture.open()
    await fixture.db.$executeRaw`
      INSERT INTO cached_answers (key, answer, computed_at, useless_at)
      SELECT 'other ' || i, '{}', ${new Date(fixtureNow)}::timestamptz - i * interval '1 ms', ${new Date(fixtureNow + 60_000)}
      FROM generate_series(1, 50100) AS i`
    expect(await deleteExpiredAnswers(ctx)).toBe(100)
    expect(await fixture.db.cachedAnswer.findMany({ where: { key: 'other 50001' } })).toEqual([])
    ctx.clock.advance(60_000)
    expect(await deleteExpiredAnswers(ctx)).toBe(50_000)
  })
})
