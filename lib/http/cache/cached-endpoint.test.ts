import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { mount } from '@/lib/http/pipeline/mount'
import { type AnswerFixture, fixtureLastModified } from '@/lib/testing/http/answer-fixture'
import { test } from '@/lib/testing/test'

const token = `0x${'Ab'.repeat(20)}`
const path = `/1/tokens/${token}/worth`
let fixture: AnswerFixture

test.beforeEach(({ answers }) => {
  fixture = answers
})

describe('cache key', () => {
  const lower = token.toLowerCase()
  test.each([
    ['a repeated request', path],
    ['a lower-case address', `/1/tokens/${lower}/worth`],
    ['upper-case hex', `/1/tokens/0x${'AB'.repeat(20)}/worth`],
    ['an alias of the network', `/mainnet/tokens/${token}/worth`],
    ['a trailing slash', `${path}/`],
    ['an explicit default', `${path}?limit=10`],
    ['unknown parameters', `${path}?bust=1&__proto__=1&constructor=x`],
    ['an unknown parameter, repeated and empty', `${path}?a=&a&a=1`],
    ['an empty query', `${path}?`],
    ['percent-encoding', `/1/tokens/${lower.replace('a', '%61')}/worth?%6cimit=10`],
    ['a plus in an unknown parameter', `${path}?a+b=c%20d`],
  ])('is the same for %s', async (_name, target) => {
    const { get } = await fixture.open()
    const first = await get(path)
    const second = await get(target)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect(fixture.source.computed).toBe(1)
  })

  test('ignores the order of parameters', async () => {
    const { get } = await fixture.open()
    await get(`${path}?limit=5&amount=7&partial=true`)
    await get(`${path}?partial=true&x=1&amount=7&limit=5`)
    expect(fixture.source.computed).toBe(1)
  })

  test.each([
    ['another token', `/1/tokens/0x${'cd'.repeat(20)}/worth`],
    ['another network', `/100/tokens/${token}/worth`],
    ['another value', `${path}?limit=11`],
    ['an additional parameter', `${path}?amount=10`],
  ])('differs for %s', async (_name, target) => {
    const { get } = await fixture.open()
    await get(path)
    expect((await get(target)).status).toBe(200)
    expect(fixture.source.computed).toBe(2)
  })

  test.each([
    ['a malformed address', '/1/tokens/0x12/worth', 400],
    ['a repeated parameter', `${path}?limit=1&limit=1`, 400],
    ['an empty parameter', `${path}?limit=`, 400],
    ['an unknown network', `/7/tokens/${token}/worth`, 404],
  ])('neither computes nor caches %s', async (_name, target, status) => {
    const { get, stored } = await fixture.open()
    for (let turn = 0; turn < 2; turn++) expect((await get(target)).status).toBe(status)
    expect(fixture.source.computed).toBe(0)
    expect(await stored()).toBe(0)
  })
})

describe('a cached response', () => {
  test('is served for a minute with its Age in whole seconds', async () => {
    const { ctx, get } = await fixture.open()
    const ages: (string | null)[] = []
    for (const ms of [0, 999, 1, 58_999, 1]) {
      ctx.clock.advance(ms)
      ages.push((await get(path)).headers.get('age'))
    }
    expect(ages).toEqual(['0', '0', '1', '59', '0'])
    expect(fixture.source.computed).toBe(2)
  })

  test('keeps the headers of the computed response', async () => {
    const { get } = await fixture.open()
    const [first, second, third] = [await get(path), await get(path), await get(`${path}?x`)]
    const seen = ({ headers }: typeof first) =>
      [...headers.keys()].filter((name) => name !== 'date').map((name) => [name, headers.get(name)])
    const stable = (of: typeof first) => seen(of).filter(([name]) => name !== 'x-request-id')
    expect(stable(second)).toEqual(stable(first))
    expect(stable(third)).toEqual(stable(first))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(Object.fromEntries(seen(second))).toMatchObject({
      'last-modified': fixtureLastModified,
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Age, ETag, Last-Modified, Retry-After, X-Request-Id',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
  })

  test('becomes a 304 without body if the entity tag matches, HEAD included', async () => {
    const { get } = await fixture.open()
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

  test('carries the client’s request id if it is well-formed', async () => {
    const { get } = await fixture.open()
    for (let turn = 0; turn < 2; turn++) {
      const sound = await get(path, { headers: { 'x-request-id': 'my-own-id' } })
      expect(sound.headers.get('x-request-id')).toBe('my-own-id')
      const odd = await get(path, { headers: { 'x-request-id': 'a' } })
      expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  test('counts against the read limit of the client', async () => {
    const { get } = await fixture.open({ READS_PER_SECOND: '5' })
    const statuses: number[] = []
    for (let turn = 0; turn < 7; turn++) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('counts as one read, an expensive computation as many', async () => {
    const { ctx, get } = await fixture.open({ READS_PER_SECOND: '100' })
    const ask = async (limit: number) =>
      (await get(`/1/tokens/${token}/dear?limit=${limit}`)).status
    expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([200, 200, 200, 200])
    expect(await ask(5)).toBe(429)
    expect((await get(path)).status).toBe(429)
    ctx.clock.advance(1_000)
    for (let i = 0; i < 100; i++) expect(await ask(1 + (i % 4))).toBe(200)
    expect(await ask(1)).toBe(429)
    expect(fixture.source.computed).toBe(4)
  })

  test('is not served to a request that is not a plain read', async () => {
    const { get } = await fixture.open()
    await get(path)
    expect((await get(path, { method: 'POST' })).status).toBe(405)
    expect((await get(path, { method: 'OPTIONS' })).status).toBe(204)
    const encoded = await get(path, { headers: { 'content-encoding': 'gzip' } })
    expect(encoded.status).toBe(415)
  })

  test('is served by Next and by the front server', async () => {
    const processContext = globalThis as { coincideContext?: unknown }
    const { ctx, get } = await fixture.open()
    processContext.coincideContext = ctx
    const front = await get(path)
    const next = await mount(fixture.endpoint).GET(new Request(`http://x${path}`))
    const { etag = '' } = Object.fromEntries(next.headers)
    expect(await next.text()).toBe(front.text)
    expect(etag).toBe(front.headers.get('etag'))
    const headers = { 'if-none-match': etag }
    expect(
      (await mount(fixture.endpoint).GET(new Request(`http://x${path}`, { headers }))).status,
    ).toBe(304)
    expect(fixture.source.computed).toBe(1)
    delete processContext.coincideContext
  })
})

describe('a computation', () => {
  test('runs once for a hundred concurrent requests', async () => {
    const { get } = await fixture.open()
    fixture.source.compute = () => delay(100, { worth: 'slow' })
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => get(`${path}?i=${i}`)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"worth":"slow"}']),
    )
    expect(fixture.source.computed).toBe(1)
  })

  test('runs once for all processes, which continue its age', async () => {
    const [one, two] = [await fixture.open(), await fixture.open()]
    const { headers, text } = await one.get(path)
    await one.untilStored(1)
    two.ctx.clock.advance(30_000)
    const second = await two.get(path)
    expect(second.text).toBe(text)
    expect(second.headers.get('age')).toBe('30')
    expect(second.headers.get('etag')).toBe(headers.get('etag'))
    expect(second.headers.get('last-modified')).toBe(fixtureLastModified)
    expect(fixture.source.computed).toBe(1)
  })

  test('continues when one of its clients disconnects', async () => {
    const { get } = await fixture.open()
    const gone = new AbortController()
    let speak = () => {}
    const spoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    fixture.source.compute = () => spoken.then(() => ({ worth: 'slow' }))
    const first = get(path, { signal: gone.signal })
    const second = get(path)
    await delay(50)
    gone.abort()
    await expect(first).rejects.toThrow()
    speak()
    expect((await second).text).toBe('{"worth":"slow"}')
    expect(fixture.source.computed).toBe(1)
  })
})
