import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'

const token = `0x${'Ab'.repeat(20)}`
const valid = { sellToken: token, kind: 'sell' }
// Nothing listens there: the networks only need to be configured, and no probe calls them.
const rpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

let server: Server
let url: string

beforeAll(async () => {
  const environment = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
  const started = await listen(createTestContext({ rpcUrls, environment }))
  server = started.server
  url = started.url
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

type Sent = { body?: string; type?: string; path?: string; headers?: Record<string, string> }

async function post({ body = JSON.stringify(valid), type = 'application/json', ...rest }: Sent) {
  const response = await fetch(`${url}${rest.path ?? '/api/v1/echo'}`, {
    method: 'POST',
    headers: { 'content-type': type, ...rest.headers },
    body,
  })
  return { status: response.status, json: await response.json(), headers: response.headers }
}

test('passes a valid body to the action, and its result to the client', async () => {
  const { status, json, headers } = await post({})
  expect(status).toBe(200)
  expect(json).toEqual({ sellToken: token.toLowerCase(), kind: 'sell', chainId: 1 })
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test.each([
  ['/api/v1/echo/', 1],
  ['/mainnet/api/v1/echo', 1],
  ['/100/api/v1/echo/', 100],
  ['/xdai/api/v1/echo', 100],
])('answers %s without a redirect for network %i', async (path, chainId) => {
  expect(await post({ path })).toMatchObject({ status: 200, json: { chainId } })
})

test('renders amounts of any size as decimal strings', async () => {
  const amount = String(2n ** 256n - 1n)
  expect(await post({ body: JSON.stringify({ ...valid, amount }) })).toMatchObject({
    json: { amount },
  })
})

const deep = (levels: number) =>
  `{"sellToken":"${token}","kind":"sell","note":${'['.repeat(levels)}${']'.repeat(levels)}}`

test.each<[string, Sent, number, string, RegExp]>([
  ['malformed JSON', { body: '{' }, 400, 'InvalidParameter', /not JSON/],
  ['an empty body', { body: '' }, 400, 'InvalidParameter', /no body/],
  [
    'a missing field',
    { body: '{"kind":"sell"}' },
    400,
    'InvalidParameter',
    /^sellToken is missing$/,
  ],
  ['a number instead of an object', { body: '7' }, 400, 'InvalidParameter', /must be an object/],
  [
    'an invalid kind',
    { body: JSON.stringify({ ...valid, kind: 'both' }) },
    400,
    'InvalidParameter',
    /^kind must be sell or buy$/,
  ],
  [
    'two invalid fields',
    { body: '{"sellToken":"0x1","kind":1}' },
    400,
    'InvalidParameter',
    /^sellToken must be an address.*; kind must be sell or buy$/,
  ],
  [
    'an amount over uint256',
    { body: JSON.stringify({ ...valid, amount: '9'.repeat(2_000) }) },
    400,
    'InvalidParameter',
    /amount must fit uint256/,
  ],
  [
    'an amount as a number',
    { body: JSON.stringify({ ...valid, amount: 5 }) },
    400,
    'InvalidParameter',
    /amount must be a string of decimal digits/,
  ],
  [
    'an issue with a code of its own',
    { body: JSON.stringify({ ...valid, even: 3 }) },
    400,
    'ZeroAmount',
    /must be even/,
  ],
  [
    'a field with a code of its own',
    { body: JSON.stringify({ ...valid, signature: '0x12345' }) },
    400,
    'InvalidSignature',
    /signature is too long/,
  ],
  ['33 levels', { body: deep(32) }, 400, 'InvalidParameter', /deeper than 32/],
  ['NUL in text', { body: '{"note":"a\\u0000"}' }, 400, 'InvalidParameter', /NUL/],
  ['a lone surrogate', { body: '{"note":"\\ud800"}' }, 400, 'InvalidParameter', /surrogate/],
  ['a large body', { body: `"${'x'.repeat(5_000)}"` }, 413, 'PayloadTooLarge', /4096 bytes/],
  ['another type', { type: 'text/plain' }, 415, 'UnsupportedMediaType', /application\/json/],
  [
    'another charset',
    { type: 'application/json; charset=latin1' },
    415,
    'UnsupportedMediaType',
    /UTF-8/,
  ],
  [
    'a compressed body',
    { headers: { 'content-encoding': 'gzip' } },
    415,
    'UnsupportedMediaType',
    /Content-Encoding/,
  ],
  ['an unknown network', { path: '/nowhere/api/v1/echo' }, 404, 'NotFound', /unknown network/],
  ['a network in hex', { path: '/0x1/api/v1/echo' }, 404, 'NotFound', /unknown network/],
  ['a leading zero', { path: '/01/api/v1/echo' }, 404, 'NotFound', /unknown network/],
  [
    'a network without RPC',
    { path: '/sepolia/api/v1/echo' },
    503,
    'ServiceUnavailable',
    /not configured/,
  ],
  ['an unknown path', { path: '/api/v1/nothing' }, 404, 'NotFound', /unknown path/],
  ['an unknown path of a network', { path: '/1/api/v1/no' }, 404, 'NotFound', /unknown path/],
])('order book: %s', async (_name, sent, status, errorType, description) => {
  const answer = await post(sent)
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ errorType, description: expect.stringMatching(description) })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('accepts 32 levels of nesting and unknown fields', async () => {
  expect((await post({ body: deep(31) })).status).toBe(200)
  const body = `{"sellToken":"${token}","kind":"sell","extra":1,"__proto__":{"polluted":true}}`
  expect((await post({ body })).json).toEqual({
    sellToken: token.toLowerCase(),
    kind: 'sell',
    chainId: 1,
  })
})

test.each([
  ['/accounts/0x12/things', 400, /^account must be an address/],
  [`/accounts/${token}/things?limit=0`, 400, /^limit must be a whole number from 1 to 100$/],
  [`/accounts/${token}/things?limit=1&limit=2`, 400, /^limit is given more than once$/],
  [`/accounts/${token}/nothing`, 404, /unknown path/],
  ['/1/tokens/none', 404, /unknown path/],
  ['/fail/missing', 404, /^price not found$/],
  ['/fail/hard', 500, /^internal error, try again later$/],
  ['/fail/wrong', 500, /^internal error/],
  ['/off', 503, /^service unavailable$/],
])('%s answers %i with a message', async (path, status, message) => {
  const response = await fetch(`${url}${path}`)
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ message: expect.stringMatching(message) })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.has('retry-after')).toBe(status === 500)
})

test('answers HEAD like GET, without the body', async () => {
  const path = `${url}/accounts/${token}/things?limit=5`
  const [get, head] = await Promise.all([fetch(path), fetch(path, { method: 'HEAD' })])
  expect(await get.json()).toEqual({ account: token.toLowerCase(), limit: 5, client: '127.0.0.1' })
  expect(await head.text()).toBe('')
  for (const name of ['cache-control', 'content-length', 'content-type']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
  expect(get.headers.get('cache-control')).toBe('public, max-age=300')
})

test('tags every JSON response to GET and answers 304 if the tag matches, cached or not', async () => {
  const path = `${url}/accounts/${token}/things?limit=5`
  const { headers } = await fetch(path)
  const etag = headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const method of ['GET', 'HEAD']) {
    const again = await fetch(path, { method, headers: { 'if-none-match': `"x", ${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('cache-control')).toBe('public, max-age=300')
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect(again.headers.has('content-length')).toBe(false)
  }
  const other = await fetch(`${url}/accounts/${token}/things?limit=6`, {
    headers: { 'if-none-match': etag },
  })
  expect(other.status).toBe(200)
})

test.each(['/fail/missing', '/fail/hard', '/off', '/api/v1/nothing'])(
  '%s has no entity tag and If-None-Match: * yields no 304',
  async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { 'if-none-match': '*' } })
    expect(response.status).toBeGreaterThanOrEqual(404)
    expect(response.headers.has('etag')).toBe(false)
  },
)

test('a response to POST has no entity tag', async () => {
  const { status, headers } = await post({ headers: { 'if-none-match': '*' } })
  expect([status, headers.has('etag')]).toEqual([200, false])
})

test.each(['DELETE', 'PATCH', 'PUT'])('%s on a GET path is 405 with Allow', async (method) => {
  const response = await fetch(`${url}/accounts/${token}/things`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await response.json()).toHaveProperty('message')
})

test.each(['/api/v1/echo', '/mainnet/api/v1/echo/', '/api/v1/nothing'])(
  'answers a preflight of %s with 204',
  async (path) => {
    const response = await fetch(`${url}${path}`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toMatch(
      /Cache-Control, Content-Type/,
    )
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  },
)
