import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { type Address, toAddress } from '@/lib/core/address'
import { someOf } from '@/lib/testing/cases'
import {
  type OutageAnswer,
  type OutageFixture,
  outageEnvironment,
} from '@/lib/testing/faults/outage-fixture'
import { outages, publishedProviders } from '@/lib/testing/market/provider-server'
import { testWith } from '@/lib/testing/test'

const test = testWith(outageEnvironment)
let fixture: OutageFixture

test.beforeAll(({ providers }) => {
  fixture = providers
})

/** Seconds for which a stale response is served. */
const staleSeconds = 600

/** A token that was never requested. */
const newToken = (): Address => toAddress(`0x${randomBytes(20).toString('hex')}`)

const jsonOf = ({ status, text }: OutageAnswer) => [status, JSON.parse(text)]

function expectFailure(answer: OutageAnswer, name: string): void {
  expect(jsonOf(answer)).toEqual([500, { message: `${name} did not answer` }])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const name of ['etag', 'age', 'last-modified']) expect(answer.headers.has(name)).toBe(false)
}

describe.concurrent.each(publishedProviders)('$endpoint by $name', (published) => {
  const { name, endpoint, body, unknown } = published
  const cache = endpoints.find(({ path }) => path.endsWith(`/${endpoint}`))?.cache
  const { freshSeconds = 0 } = cache ?? {}

  describe.each(someOf(outages))('during an outage (%s)', { tags: ['long'] }, (mood) => {
    test('answers 500 for a new token, neither 404 nor invented data, until recovery', async () => {
      const { provider, ask, advance } = await fixture.open(published)
      const token = newToken()
      provider.setFailureMode(mood)
      expectFailure(await ask(token), name)
      provider.setFailureMode('well')
      advance(10)
      const answer = await ask(token)
      expect(jsonOf(answer)).toEqual([200, body])
      expect(answer.headers.get('age')).toBe('0')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    })

    test('serves the stale response with its Age for ten minutes, then 500, until recovery', async () => {
      const { provider, ask, advance } = await fixture.open(published)
      const token = newToken()
      const { text, headers } = await ask(token)
      provider.setFailureMode(mood)
      let age = 0
      for (const seconds of [freshSeconds, 300, staleSeconds - 301]) {
        advance(seconds)
        age += seconds
        const older = await ask(token)
        expect([older.status, older.text]).toEqual([200, text])
        expect(older.headers.get('age')).toBe(String(age))
        expect(older.headers.get('etag')).toBe(headers.get('etag'))
        expect(older.headers.get('last-modified')).toBe(headers.get('last-modified'))
      }
      advance(1)
      expectFailure(await ask(token), name)
      provider.setFailureMode('well')
      advance(60)
      const newer = await ask(token)
      expect([...jsonOf(newer), newer.headers.get('age')]).toEqual([200, body, '0'])
    })
  })

  test('answers from our own index during an outage, without a provider request', async () => {
    const { provider, ask } = await fixture.open(published)
    provider.setFailureMode('fault')
    const { status, text } = await ask(fixture.ownToken)
    expect(status).toBe(200)
    const own = JSON.parse(text)
    if (endpoint === 'usdPrice') expect(own.price).toBeCloseTo(0.36, 2)
    else expect(own[0]).toMatchObject({ balance: expect.stringMatching(/^[1-9][0-9]+$/) })
    expect(provider.calls).toEqual([])
  })

  test('is requested once for forty concurrent callers, silent or not', async () => {
    const { provider, ask } = await fixture.open(published)
    const askers = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 'mainnet' : '1'))
    const [known, unlisted] = [newToken(), newToken()]
    for (const answer of await Promise.all(askers.map((network) => ask(known, network)))) {
      expect(jsonOf(answer)).toEqual([200, body])
    }
    expect(provider.calls).toHaveLength(1)
    provider.setFailureMode('slow')
    const failures = await Promise.all(askers.map((network) => ask(unlisted, network)))
    for (const failure of failures) expectFailure(failure, name)
    expect(provider.calls).toHaveLength(2)
  })

  test('is skipped for 5 seconds after three consecutive failures', async () => {
    const { provider, ask, advance } = await fixture.open(published)
    const token = newToken()
    provider.setFailureMode('fault')
    for (let turn = 0; turn < 10; turn += 1) expectFailure(await ask(token), name)
    expect(provider.calls).toHaveLength(3)
    provider.setFailureMode('well')
    advance(5)
    expect(jsonOf(await ask(token))).toEqual([200, body])
  })

  test('answers 404 for a token it does not know, even if it once did', async () => {
    const { ask, advance, unlist } = await fixture.open(published)
    const [unlisted, delisted] = [newToken(), newToken()]
    unlist(unlisted)
    expect((await ask(delisted)).status).toBe(200)
    unlist(delisted)
    advance(freshSeconds)
    for (const token of [unlisted, delisted]) {
      const answer = await ask(token)
      expect(jsonOf(answer)).toEqual([404, unknown])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.has('age')).toBe(false)
    }
  })
})

test('keys appear in no response and no log line', () => {
  const { answered, key, logged } = fixture
  const texts = ['serving a stale response', ...publishedProviders.map(({ name }) => name)]
  for (const text of texts) expect(logged.some((line) => line.includes(text))).toBe(true)
  expect(answered.length).toBeGreaterThan(publishedProviders.length * outages.length)
  expect([...answered, ...logged].filter((text) => text.includes(key))).toEqual([])
})
