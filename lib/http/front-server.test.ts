import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { listen, sendRaw } from './probes'

const token = `0x${'Ab'.repeat(20)}`
const valid = { sellToken: token, kind: 'sell' }
// Nothing listens there: the networks count as configured, and no probe asks them.
const rpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

let database: TestDatabase
let url: string
let port: number
const servers: Server[] = []

const unlimited = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }

async function start(
  environment: Record<string, string>,
  options: Parameters<typeof listen>[1] = {},
) {
  const started = await listen(
    createTestContext({ db: database.db, rpcUrls, environment: { ...unlimited, ...environment } }),
    options,
  )
  servers.push(started.server)
  return started
}

beforeAll(async () => {
  database = await createTestDatabase()
  const started = await start(
    {},
    { headersTimeoutMs: 400, requestTimeoutMs: 2_000, bodyTimeoutMs: 300 },
  )
  url = started.url
  port = started.port
})

afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  await database.drop()
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

test('a checked body reaches the action, and its answer the client', async () => {
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
])('%s is answered directly for network %i', async (path, chainId) => {
  expect(await post({ path })).toMatchObject({ status: 200, json: { chainId } })
})

test('amounts are rendered as decimal text, however large', async () => {
  const amount = String(2n ** 256n - 1n)
  expect(await post({ body: JSON.stringify({ ...valid, amount }) })).toMatchObject({
    json: { amount },
  })
})

const deep = (levels: number) =>
  `{"sellToken":"${token}","kind":"sell","note":${'['.repeat(levels)}${']'.repeat(levels)}}`

test.each<[string, Sent, number, string, RegExp]>([
  ['no JSON', { body: '{' }, 400, 'InvalidParameter', /not JSON/],
  ['an empty body', { body: '' }, 400, 'InvalidParameter', /no body/],
  [
    'a missing field',
    { body: '{"kind":"sell"}' },
    400,
    'InvalidParameter',
    /^sellToken is missing$/,
  ],
  ['a number for an object', { body: '7' }, 400, 'InvalidParameter', /must be an object/],
  [
    'a wrong kind',
    { body: JSON.stringify({ ...valid, kind: 'both' }) },
    400,
    'InvalidParameter',
    /^kind must be sell or buy$/,
  ],
  [
    'two wrong fields',
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

test('32 levels of nesting and unknown fields are accepted', async () => {
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
  [`/accounts/${token}/things?limit=1&limit=2`, 400, /limit must be/],
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

test('HEAD answers as GET does, without the body', async () => {
  const path = `${url}/accounts/${token}/things?limit=5`
  const [get, head] = await Promise.all([fetch(path), fetch(path, { method: 'HEAD' })])
  expect(await get.json()).toEqual({ account: token.toLowerCase(), limit: 5, client: '127.0.0.1' })
  expect(await head.text()).toBe('')
  for (const name of ['cache-control', 'content-length', 'content-type']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
  expect(get.headers.get('cache-control')).toBe('public, max-age=300')
})

test.each(['DELETE', 'PATCH', 'PUT'])('%s on a GET path is 405 with Allow', async (method) => {
  const response = await fetch(`${url}/accounts/${token}/things`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await response.json()).toHaveProperty('message')
})

test.each(['/api/v1/echo', '/mainnet/api/v1/echo/', '/api/v1/nothing'])(
  'a preflight of %s is answered 204',
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

const head = 'Host: x\r\nConnection: close\r\n'

test.each([
  ['malformed percent', `GET /api/v1/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, 400],
  ['a percent sign in the query', `GET /accounts/x/things?a=% HTTP/1.1\r\n${head}\r\n`, 400],
  ['NUL', `GET /api/v1/a%00 HTTP/1.1\r\n${head}\r\n`, 400],
  ['a backslash', `GET /api\\v1 HTTP/1.1\r\n${head}\r\n`, 400],
  ['an encoded backslash', `GET /api/%5cv1 HTTP/1.1\r\n${head}\r\n`, 400],
  ['an empty segment', `GET //api/v1/quote HTTP/1.1\r\n${head}\r\n`, 400],
  ['an absolute target', `GET http://x/api/v1/quote HTTP/1.1\r\n${head}\r\n`, 400],
  ['a long path', `GET /api/${'a'.repeat(2_048)} HTTP/1.1\r\n${head}\r\n`, 400],
  ['no Host', 'GET /api/v1/quote HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a space in a header name', `GET / HTTP/1.1\r\n${head}a b: c\r\n\r\n`, 400],
  [
    'two lengths of one body',
    `POST /api/v1/echo HTTP/1.1\r\n${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
  ],
  ['TRACE', `TRACE / HTTP/1.1\r\n${head}\r\n`, 405],
  ['CONNECT', `CONNECT x:1 HTTP/1.1\r\n${head}\r\n`, 405],
  ['large headers', `GET / HTTP/1.1\r\n${head}a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['headers that stop', `GET /api/v1/quote HTTP/1.1\r\n${head}`, 408],
  [
    'a body that stops',
    `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    408,
  ],
])('%s gets a JSON error with CORS', async (_name, text, status) => {
  const received = await sendRaw(port, text)
  const [headers = '', body = ''] = received.split('\r\n\r\n')
  expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headers).toMatch(/access-control-allow-origin: \*/i)
  if (status === 405) expect(headers).toMatch(/\r\nallow: /i)
  const error = JSON.parse(body)
  expect(error.description ?? error.message).toMatch(/./)
})

test('a refused body leaves the connection usable', async () => {
  const big = `"${'x'.repeat(200_000)}"`
  const text =
    'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    `Content-Length: ${big.length}\r\n\r\n${big}` +
    `GET /accounts/${token}/things HTTP/1.1\r\n${head}\r\n`
  const received = await sendRaw(port, text)
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('what is no API goes to the pages, with a policy of its own nonce', async () => {
  const headers = {
    'x-middleware-subrequest': 'middleware',
    'x-nonce': 'forged',
    'content-security-policy': "script-src 'nonce-forged'",
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    rsc: '1',
  }
  const response = await fetch(`${url}/orders/0x12?a=1`, { headers })
  const seen = (await response.json()) as { page: string; headers: Record<string, string> }
  expect(seen.page).toBe('/orders/0x12?a=1')
  expect(seen.headers).not.toHaveProperty('x-middleware-subrequest')
  expect(seen.headers).not.toHaveProperty('x-forwarded-host')
  expect(seen.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', rsc: '1' })
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(seen.headers['content-security-policy']).toBe(policy)
  expect(policy).toContain(`'nonce-${seen.headers['x-nonce']}'`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const again = await fetch(`${url}/`)
  expect(again.headers.get('content-security-policy')).not.toBe(policy)
})

test('a page takes no POST, so no Server Action either', async () => {
  const response = await fetch(`${url}/`, { method: 'POST', headers: { 'next-action': 'abc' } })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('the policy lets pages reach embedded networks only', async () => {
  const embedded = await start({ EMBEDDED_CHAIN_IDS: '1' })
  const response = await fetch(embedded.url)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:1;")
  const { headers } = await fetch(url)
  expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
})

test('behind one trusted proxy the client is the last forwarded address', async () => {
  const proxied = await start({ TRUSTED_PROXIES: '1' })
  const headers = { 'x-forwarded-for': '6.6.6.6, 9.9.9.9' }
  const path = `/accounts/${token}/things`
  expect(await (await fetch(`${proxied.url}${path}`, { headers })).json()).toMatchObject({
    client: '9.9.9.9',
  })
  expect(await (await fetch(`${url}${path}`, { headers })).json()).toMatchObject({
    client: '127.0.0.1',
  })
})

test('a client holds only so many connections', async () => {
  const capped = await start({}, { socketsPerClient: 1, headersTimeoutMs: 2_000 })
  const first = sendRaw(capped.port, `GET /off HTTP/1.1\r\nHost: x\r\n`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = await sendRaw(capped.port, `GET /off HTTP/1.1\r\n${head}\r\n`)
  expect(second).toMatch(/^HTTP\/1.1 429 /)
  expect(second).toMatch(/Retry-After: 1/)
  expect(await first).toMatch(/^HTTP\/1.1 408 /)
})
