import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, sendRaw } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'

const token = `0x${'Ab'.repeat(20)}`
// Nothing listens there: the networks only need to be configured, and no probe calls them.
const rpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

let url: string
let port: number
const servers: Server[] = []

const unlimited = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }

async function start(
  environment: Record<string, string>,
  options: Parameters<typeof listen>[1] = {},
) {
  const started = await listen(
    createTestContext({ rpcUrls, environment: { ...unlimited, ...environment } }),
    options,
  )
  servers.push(started.server)
  return started
}

beforeAll(async () => {
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
})

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
  ['malformed HTTP', 'hello\r\n\r\n', 400],
  ['a space in a header name', `GET / HTTP/1.1\r\n${head}a b: c\r\n\r\n`, 400],
  [
    'conflicting body lengths',
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

test('keeps the connection usable after rejecting a body', async () => {
  const big = `"${'x'.repeat(200_000)}"`
  const text =
    'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    `Content-Length: ${big.length}\r\n\r\n${big}` +
    `GET /accounts/${token}/things HTTP/1.1\r\n${head}\r\n`
  const received = await sendRaw(port, text)
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('opens only the manifest, its icon and the embed script to other origins', async () => {
  const read = async (path: string) => {
    const { headers } = await fetch(`${url}${path}`)
    const names = ['access-control-allow-origin', 'cross-origin-resource-policy']
    return names.map((name) => headers.get(name))
  }
  expect(await read('/manifest.json')).toEqual(['*', 'cross-origin'])
  expect(await read('/icon.svg')).toEqual([null, 'cross-origin'])
  expect(await read('/embed.js')).toEqual([null, 'cross-origin'])
  expect(await read('/service-worker.js')).toEqual([null, 'same-origin'])
  expect(await read('/')).toEqual([null, 'same-origin'])
})

test('forwards other paths to the pages, with a policy for a new nonce', async () => {
  const headers = {
    'x-middleware-subrequest': 'middleware',
    'x-nonce': 'forged',
    'content-security-policy': "script-src 'nonce-forged'",
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    rsc: '1',
  }
  const response = await fetch(`${url}/orders/0x12?a=1`, { headers })
  const forwarded = (await response.json()) as { page: string; headers: Record<string, string> }
  expect(forwarded.page).toBe('/orders/0x12?a=1')
  expect(forwarded.headers).not.toHaveProperty('x-middleware-subrequest')
  expect(forwarded.headers).not.toHaveProperty('x-forwarded-host')
  expect(forwarded.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', rsc: '1' })
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(forwarded.headers['content-security-policy']).toBe(policy)
  expect(policy).toContain(`'nonce-${forwarded.headers['x-nonce']}'`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const again = await fetch(`${url}/`)
  expect(again.headers.get('content-security-policy')).not.toBe(policy)
})

test('answers an unknown page as JSON with CORS unless the client accepts HTML', async () => {
  const started = await start(
    {},
    {
      rest: async (_request, response) => {
        response.statusCode = 404
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.setHeader('Content-Encoding', 'identity')
        response.write('<!doctype html>')
        response.end('<p>Not found</p>')
      },
    },
  )
  const read = async (headers: Record<string, string>, path = '/nowhere') =>
    fetch(`${started.url}${path}`, { headers })
  for (const accept of ['*/*', 'application/json', '']) {
    const response = await read({ accept })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toEqual({ message: 'unknown path' })
  }
  const page = await read({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
  expect(await page.text()).toBe('<!doctype html><p>Not found</p>')
  expect(await (await read({ accept: '*/*', rsc: '1' })).text()).toContain('Not found')
})

test('rejects POST to a page, so also Server Actions', async () => {
  const response = await fetch(`${url}/`, { method: 'POST', headers: { 'next-action': 'abc' } })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('the policy lets pages connect to their own origin only, embedded networks included', async () => {
  const embedded = await start({ EMBEDDED_CHAIN_IDS: '1' })
  const { headers } = await fetch(embedded.url)
  expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
})

test('the policy lets pages connect to the WalletConnect relay if it is configured', async () => {
  const offering = await start({ WALLETCONNECT_PROJECT_ID: 'id' })
  const { headers } = await fetch(offering.url)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self' wss://relay.walletconnect.org;")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('only the configured Safe App origins may frame the pages', async () => {
  const framed = await start({ SAFE_APP_ORIGINS: 'https://app.safe.global' })
  const { headers } = await fetch(framed.url)
  expect(headers.get('content-security-policy')).toContain(
    'frame-ancestors https://app.safe.global;',
  )
  expect(headers.get('x-frame-options')).toBeNull()
  expect((await fetch(url)).headers.get('x-frame-options')).toBe('DENY')
})

test('only the configured origins may frame the embedded card, and they nothing else', async () => {
  const framed = await start({ EMBED_ORIGINS: 'https://blog.example,https://shop.example' })
  const read = async (path: string, base = framed.url) => {
    const { headers } = await fetch(`${base}${path}`)
    const [, ancestors] =
      /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
    return [ancestors, headers.get('x-frame-options')]
  }
  expect(await read('/embed?sell=0x1')).toEqual(['https://blog.example https://shop.example', null])
  for (const path of [
    '/',
    '/embed/',
    '/embed/x',
    '/EMBED',
    '/%65mbed',
    '/embed.js',
    '/offline',
    '/orders?/embed',
  ]) {
    expect(await read(path)).toEqual(["'none'", 'DENY'])
  }
  expect(await read('/embed', url)).toEqual(["'none'", 'DENY'])
})

test('a Safe frames pages, but neither the embedded card nor the offline page', async () => {
  const framed = await start({ SAFE_APP_ORIGINS: 'https://app.safe.global' })
  for (const path of ['/embed', '/offline']) {
    const { headers } = await fetch(`${framed.url}${path}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
})

test('only the embedded card is rendered alone, with its theme, and no client can ask for that', async () => {
  const forwarded = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { 'x-embed': 'dark' } })
    return ((await response.json()) as { headers: Record<string, string> }).headers['x-embed']
  }
  expect(await forwarded('/embed')).toBe('auto')
  expect(await forwarded('/embed?theme=dark')).toBe('dark')
  expect(await forwarded('/embed?theme=<b>')).toBe('auto')
  expect(await forwarded('/')).toBeUndefined()
})

test('the offline page comes without a nonce, so that browsers may keep it', async () => {
  const { headers } = await fetch(`${url}/offline`)
  expect(headers.get('content-security-policy')).not.toContain('nonce')
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
})

test('behind one trusted proxy, the client is the last forwarded address', async () => {
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

test('limits the connections of a client', async () => {
  const capped = await start({}, { socketsPerClient: 1, headersTimeoutMs: 2_000 })
  const first = sendRaw(capped.port, `GET /off HTTP/1.1\r\nHost: x\r\n`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = await sendRaw(capped.port, `GET /off HTTP/1.1\r\n${head}\r\n`)
  expect(second).toMatch(/^HTTP\/1.1 429 /)
  expect(second).toMatch(/Retry-After: 1/)
  expect(await first).toMatch(/^HTTP\/1.1 408 /)
})

test('answers a WebSocket upgrade as a plain request', async () => {
  const upgrade = 'Host: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n'
  expect(await sendRaw(port, `GET /off HTTP/1.1\r\n${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 503 /)
})
