import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logoVersion } from '@/lib/core/logo-path'
import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'
import { createTestContext } from '@/lib/testing/test-context'
import { findLogo, resolveUri } from './find-logo'

const address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let server: LocalServer
let asked: string[]
let listed: unknown
let logo: Answer

const send = (body: string | Buffer, headers = {}): Answer => {
  return (response) => response.writeHead(200, headers).end(body)
}

beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/list.json') response.end(JSON.stringify(listed))
    else logo(response, request)
  })
})

beforeEach(() => {
  asked = []
  logo = send(png, { 'content-type': 'text/html' })
})

afterAll(() => server.close())

const own = (path: string) => `${server.url}${path}`

/** A context with a list in which WETH has this logo. */
function contextWith(logoURI: unknown, environment: Readonly<Record<string, string>> = {}) {
  listed = { tokens: [{ chainId: 1, address: address.toUpperCase().replace('0X', '0x'), logoURI }] }
  return createTestContext({
    environment: {
      TOKEN_LISTS: own('/list.json'),
      LOGO_ALLOWED_HOSTS: server.host,
      IPFS_GATEWAY: own(''),
      ...environment,
    },
  })
}

const queryOf = (uri: string) => ({ chainId: '1', address, version: logoVersion(uri) })

const find = (uri: string, environment?: Readonly<Record<string, string>>) =>
  findLogo(contextWith(uri, environment), queryOf(uri))

describe('a logo', () => {
  test('is served with the type of its content, whatever its sender says', async () => {
    expect(await find(own('/weth.png'))).toEqual({ type: 'image/png', body: png })
  })

  test('comes from the configured gateway if it is on IPFS', async () => {
    expect(await find(`ipfs://${cid}/weth.png`)).toMatchObject({ type: 'image/png' })
    expect(asked).toContain(`/ipfs/${cid}/weth.png`)
    expect(await find(`ipfs://${cid}`, { IPFS_GATEWAY: '' })).toBe('absent')
  })

  test('is fetched once for concurrent and later requests', async () => {
    const uri = own('/once.png')
    const ctx = contextWith(uri)
    const [one, other] = await Promise.all([
      findLogo(ctx, queryOf(uri)),
      findLogo(ctx, queryOf(uri)),
    ])
    expect(await findLogo(ctx, queryOf(uri))).toBe(one)
    expect(other).toBe(one)
    expect(asked.filter((path) => path === '/once.png')).toHaveLength(1)
  })

  test('follows redirects to other allowed addresses', async () => {
    logo = (response, { url }) => {
      if (url === '/moved.png') response.writeHead(302, { location: '/here.png' }).end()
      else response.end(png)
    }
    expect(await find(own('/moved.png'))).toMatchObject({ type: 'image/png' })
  })
})

describe('only logos of configured lists are fetched', () => {
  test('so a request names a token and a version, and no address', async () => {
    const uri = own('/weth.png')
    const ctx = contextWith(uri)
    const query = queryOf(uri)
    for (const other of [
      { ...query, version: '00000000' },
      { ...query, version: own('/other.png') },
      { ...query, address: `0x${'12'.repeat(20)}` },
      { ...query, address: own('/other.png') },
      { ...query, chainId: '100' },
      { ...query, chainId: '1e0' },
      { ...query, chainId: '../1' },
    ]) {
      expect(await findLogo(ctx, other)).toBe('absent')
    }
    expect(asked).toEqual(['/list.json'])
  })

  test('so nothing is fetched without a list', async () => {
    expect(await find(own('/weth.png'), { TOKEN_LISTS: '' })).toBe('absent')
    expect(asked).toEqual([])
  })

  test.each([
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:image/png;base64,AAAA'],
    ['a script', 'javascript:alert(1)'],
    ['a path', '/weth.png'],
    ['no text', 7],
  ])('so %s is none', async (_, uri) => {
    expect(await findLogo(contextWith(uri), queryOf(String(uri)))).toBe('absent')
    expect(asked).toEqual(['/list.json'])
  })

  test('so a list that is no list has none', async () => {
    for (const text of [null, [], { tokens: 'all' }, { tokens: [null, 1, { chainId: 'x' }] }]) {
      const ctx = contextWith(own('/weth.png'))
      listed = text
      expect(await findLogo(ctx, queryOf(own('/weth.png')))).toBe('absent')
    }
  })
})

describe('a logo is refused', () => {
  test.each([
    ['that is a vector graphic', send(svg, { 'content-type': 'image/svg+xml' })],
    ['that is a page', send('<html>', { 'content-type': 'image/png' })],
    ['that is empty', send('')],
    ['that is cut off', send(png.subarray(0, 12))],
    ['that is too large', send(Buffer.concat([png, Buffer.alloc(256 * 1024)]))],
    ['that claims to be too large', send(png, { 'content-length': 1e9 })],
    ['that is compressed', send(gzipSync(png), { 'content-encoding': 'gzip' })],
    ['that is missing', (response: ServerResponse) => response.writeHead(404).end()],
    ['whose server hangs up', (response: ServerResponse) => response.destroy()],
    [
      'that never ends',
      (response: ServerResponse) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024, 'x')), 1)
        response.on('close', () => clearInterval(timer))
      },
    ],
    [
      'that has too many pixels',
      (response: ServerResponse) => {
        const bomb = Buffer.from(png)
        bomb.writeUInt32BE(50_000, 16)
        response.end(bomb)
      },
    ],
    [
      'that redirects in circles',
      (response: ServerResponse) => response.writeHead(302, { location: '/round.png' }).end(),
    ],
  ])('%s', async (_, answer) => {
    logo = answer
    expect(await find(own('/bad.png'))).toBe('absent')
  })

  test.each([
    ['this machine', 'http://127.0.0.1/weth.png'],
    ['another port', 'http://127.0.0.1:1/weth.png'],
    ['a cloud metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['a private network', 'https://10.0.0.1/weth.png'],
    ['IPv6 loopback', 'http://[::1]/weth.png'],
    ['a number', 'http://2130706433/weth.png'],
    ['a password', `http://user:secret@127.0.0.1/weth.png`],
  ])('from %s', async (_, uri) => {
    expect(await find(uri)).toBe('absent')
  })

  test('from a name that resolves to a private address, also after a redirect', async () => {
    const names: string[] = []
    const resolveHost = async (name: string) => {
      names.push(name)
      return [{ address: '192.168.1.1', family: 4 as const }]
    }
    for (const uri of ['http://inside.example/weth.png', own('/moved.png')]) {
      logo = (response) => response.writeHead(302, { location: 'http://inside.example/' }).end()
      const ctx = { ...contextWith(uri), resolveHost }
      expect(await findLogo(ctx, queryOf(uri))).toBe('absent')
    }
    expect(names).toEqual(['inside.example', 'inside.example'])
  })

  test('once in ten minutes', async () => {
    const uri = own('/late.png')
    const ctx = contextWith(uri)
    const count = () => asked.filter((path) => path === '/late.png').length
    logo = (response) => response.writeHead(500).end()
    expect(await findLogo(ctx, queryOf(uri))).toBe('absent')
    logo = send(png)
    expect(await findLogo(ctx, queryOf(uri))).toBe('absent')
    expect(count()).toBe(1)
    ctx.clock.advance(601_000)
    expect(await findLogo(ctx, queryOf(uri))).toMatchObject({ type: 'image/png' })
  })
})

test('a list that fails keeps its logos', async () => {
  const uri = own('/weth.png')
  const ctx = contextWith(uri)
  expect(await findLogo(ctx, queryOf(uri))).toMatchObject({ type: 'image/png' })
  listed = 'gone'
  ctx.clock.advance(3_601_000)
  expect(await findLogo(ctx, queryOf(uri))).toMatchObject({ type: 'image/png' })
})

test('no more than sixteen logos are fetched at once', async () => {
  const addresses = Array.from({ length: 17 }, (_, i) => `0x${String(i).padStart(40, '0')}`)
  const uriOf = (token: string) => own(`/${token}.png`)
  const ctx = contextWith(undefined)
  listed = {
    tokens: addresses.map((token) => ({ chainId: 1, address: token, logoURI: uriOf(token) })),
  }
  const waiting: ServerResponse[] = []
  logo = (response) => void waiting.push(response)
  const found = addresses.map((token) =>
    findLogo(ctx, { chainId: '1', address: token, version: logoVersion(uriOf(token)) }),
  )
  expect(await found.at(-1)).toBe('busy')
  await expect.poll(() => waiting.length).toBe(16)
  for (const response of waiting) response.end(png)
  expect(await found[0]).toMatchObject({ type: 'image/png' })
})

test.each([
  [`ipfs://ipfs/${cid}`, `https://gateway.example/ipfs/${cid}`],
  [`ipfs://${cid}/a/b.png`, `https://gateway.example/ipfs/${cid}/a/b.png`],
  [`ipfs://${cid}/../../admin`, undefined],
  [`ipfs://${cid}/%2e%2E/admin`, undefined],
  [`ipfs://${cid}?x=1`, undefined],
  ['ipfs://short', undefined],
])('%s is fetched from %s', (uri, url) => {
  expect(resolveUri(uri, new URL('https://gateway.example/'))?.href).toBe(url)
})
