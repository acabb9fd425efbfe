import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '@/lib/client/call'
import { fetchAccountSessions, fetchSessions, signIn, signOut } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import { listen, sendRaw } from '@/lib/http/probes'
import { openServiceDesk, type ServiceDesk } from '@/lib/testing/service-desk'
import { testSessionSecret } from '@/lib/testing/signed-in'
import { signDigestAsSafe } from '@/lib/testing/solver-desk'
import { startWebProcess } from '@/lib/testing/start-web-process'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'
import { createTestContext } from '@/lib/testing/test-context'
import { endpoints } from './registry'

const key = generatePrivateKey()
const unlimited = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
const secret = { NEXTAUTH_SECRET: testSessionSecret }

let desk: ServiceDesk
const closing: (() => void)[] = []

beforeAll(async () => {
  desk = await openServiceDesk(unlimited)
})
afterAll(async () => {
  for (const close of closing) close()
  await desk?.close()
})

/** A web process over the desk's database, set up otherwise. */
async function serve(environment: Record<string, string>, rpcUrl = desk.network.rpcUrl) {
  const ctx = createTestContext({
    db: desk.ctx.db,
    rpcUrls: new Map([[1, rpcUrl]]),
    environment: { ...unlimited, ...environment },
  })
  const { server, url } = await listen(ctx, { endpoints, checkResponses: true })
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return url
}

/** Attributes of the cookies that a browser has been told, by name, without what passes. */
function flagsOf({ told }: TestBrowser): Record<string, string[]> {
  const parts = told.map((line) => line.split(/; ?/))
  return Object.fromEntries(
    parts.map(([pair = '', ...attributes]) => [
      pair.slice(0, pair.indexOf('=')),
      attributes.filter((text) => !/^(?:expires|max-age)=/i.test(text)).sort(),
    ]),
  )
}

describe('cookies', () => {
  test('are out of reach of scripts, other sites and other hosts', async () => {
    const browser = openTestBrowser(desk.url)
    await browser.signIn(key)
    const flags = ['HttpOnly', 'Path=/', 'SameSite=Strict']
    expect(flagsOf(browser)).toEqual({
      'coincide.browser': flags,
      'coincide.csrf': flags,
      'coincide.session': flags,
    })
  })

  test('under https are of this very host and go over https only', async () => {
    const origin = 'https://trade.example.org'
    const url = await serve({ ...secret, NEXTAUTH_URL: `${origin}/` })
    const browser = openTestBrowser(url, origin)
    await browser.signIn(key)
    const flags = ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']
    expect(flagsOf(browser)).toEqual({
      '__Host-coincide.browser': flags,
      '__Host-coincide.csrf': flags,
      '__Host-coincide.session': flags,
    })
    expect(await fetchSessions(browser.options)).toHaveLength(1)
    // A page that hands requests on to us, and names itself as Host, gets no signature that counts.
    const elsewhere = openTestBrowser(url)
    await expect(elsewhere.signIn(key)).rejects.toThrow(`Open ${origin} to sign in`)
  })

  test('of the session say nothing to who cannot open them', async () => {
    const browser = openTestBrowser(desk.url)
    const [session] = await browser.signIn(key)
    const cookie = browser.cookies.get('coincide.session') ?? ''
    const readable = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(readable.join()).not.toContain(session?.id)
    expect(readable.join()).not.toContain(session?.account)
  })

  test('that are malformed are as good as none', async () => {
    const browser = openTestBrowser(desk.url)
    for (const name of ['browser', 'csrf', 'session'])
      browser.cookies.set(`coincide.${name}`, '%E0%')
    expect(await fetchSessions(browser.options)).toEqual([])
    expect(await browser.signIn(key)).toHaveLength(1)
  })
})

describe('a request that another site had a browser send', () => {
  const requests = {
    'to sign in': ['POST', '/api/auth/callback/siwe', { message: 'x', signature: '0x' }],
    'to sign out': ['POST', '/api/auth/signout', {}],
    'to end a session': ['DELETE', `/api/account/sessions/${crypto.randomUUID()}`, undefined],
  } as const
  const origins = [undefined, 'null', 'https://evil.example', 'http://localhost:1'] as const
  const cases = Object.entries(requests).flatMap(([what, request]) =>
    origins.map((origin) => ({ what, request, origin })),
  )

  test.each(cases)('$what is refused with Origin $origin', async ({ request, origin }) => {
    const [method, path, fields] = request
    const browser = openTestBrowser(desk.url)
    await browser.signIn(key)
    const { csrfToken } = await call('readCsrfToken', {}, browser.options)
    const response = await fetch(`${desk.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        ...(origin === undefined ? {} : { origin }),
      },
      ...(fields ? { body: JSON.stringify({ ...fields, csrfToken }) } : {}),
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ message: `only pages of ${desk.url} may ask this` })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await fetchSessions(browser.options)).toHaveLength(1)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as %s',
    async (type) => {
      const browser = openTestBrowser(desk.url)
      const body = JSON.stringify(await call('readCsrfToken', {}, browser.options))
      const init = { method: 'POST', headers: { 'content-type': type }, body }
      expect((await browser.fetch('/api/auth/signout', init)).status).toBe(415)
    },
  )

  test.each([
    '/api/auth/signin',
    '/api/auth/signin/siwe',
    '/api/auth/error',
    '/api/auth/providers',
  ])('finds nothing at %s, where next-auth would have a page of its own', async (path) => {
    expect((await fetch(`${desk.url}${path}`)).status).toBe(404)
  })
})

describe('an outage', () => {
  const asSafe = async (browser: TestBrowser, chainId = 1) => {
    const { safeWallet, safeOwnerKey } = desk.network.fixtures!
    const owner = { safe: safeWallet, ownerKey: safeOwnerKey }
    const sign = (message: string) => signDigestAsSafe(hashMessage(message), owner)
    return signIn({ account: safeWallet, chainId, origin: browser.origin, sign }, browser.options)
  }

  test('of the chain is no verdict on a smart wallet, and wallets with a key do not notice', async () => {
    const browser = openTestBrowser(await serve(secret, 'http://127.0.0.1:1'))
    await expect(asSafe(browser)).rejects.toMatchObject({ status: 500, retryAfterSeconds: 2 })
    expect(await browser.signIn(key)).toHaveLength(1)
  })

  test('of the chain leaves the nonce, so that the same message works when it is over', async () => {
    let isUp = false
    const relay = createServer(async (request, response) => {
      if (!isUp) {
        response.destroy()
        return
      }
      const body = Buffer.concat(await request.toArray())
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(desk.network.rpcUrl, { method: 'POST', headers, body })
      response.end(await answer.text())
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    closing.push(() => relay.close())
    const { port } = relay.address() as AddressInfo
    const browser = openTestBrowser(await serve(secret, `http://127.0.0.1:${port}`))
    const sleep = async () => {
      isUp = true
    }
    const options = { transport: { ...browser.options.transport, sleep }, tries: 2 }
    const sessions = await asSafe({ ...browser, options } as unknown as TestBrowser)
    expect(sessions).toHaveLength(1)
    expect(isUp).toBe(true)
  })

  test('of the database signs nobody out', async () => {
    const browser = openTestBrowser(desk.url)
    await browser.signIn(key)
    const lost = createTestContext({ environment: { ...unlimited, ...secret } })
    const { server, url } = await listen(lost, { endpoints })
    closing.push(() => server.close())
    const same = openTestBrowser(url)
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    // Where the pages are differs by the port only, which cookies do not know.
    await expect(fetchSessions(same.options)).rejects.toMatchObject({ status: 500 })
    await expect(signOut(same.options)).rejects.toMatchObject({ status: 500 })
    expect(same.cookies.get('coincide.session')).toBe(browser.cookies.get('coincide.session'))
    expect(await fetchSessions(browser.options)).toHaveLength(1)
  })
})

describe('a smart wallet that has a contract on another network', () => {
  let code = '0x'
  let other = ''
  let isAccepting = false
  beforeAll(async () => {
    const node = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      const verdict = isAccepting ? `0x1626ba7e${'00'.repeat(28)}` : '0x'
      const result = method === 'eth_getCode' ? code : verdict
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    node.listen(0, '127.0.0.1')
    await once(node, 'listening')
    closing.push(() => node.close())
    other = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  })

  /** Signs a Safe of mainnet in at a service that has another network too. */
  const signInSafe = async (otherUrl: string) => {
    const { rpcUrl, fixtures } = desk.network
    const { safeWallet, safeOwnerKey } = fixtures!
    const rpcUrls = new Map([
      [1, rpcUrl],
      [100, otherUrl],
    ])
    const environment = { ...unlimited, ...secret }
    const ctx = createTestContext({ db: desk.ctx.db, rpcUrls, environment })
    const { server, url } = await listen(ctx, { endpoints, checkResponses: true })
    closing.push(() => server.close())
    const browser = openTestBrowser(url)
    const sign = (message: string) =>
      signDigestAsSafe(hashMessage(message), { safe: safeWallet, ownerKey: safeOwnerKey })
    const request = { account: safeWallet, chainId: 1, origin: browser.origin, sign }
    return signIn(request, { ...browser.options, tries: 1 })
  }

  test.each([
    ['that takes the signature, signs in', '0xfe', true],
    ['that has no code yet, signs in', '0x', false],
  ])('%s', async (_, has, accepts) => {
    code = has
    isAccepting = accepts
    expect(await signInSafe(other)).toHaveLength(1)
  })

  test('that may be somebody else’s, is refused', async () => {
    code = '0xfe'
    isAccepting = false
    const told = { status: 401, message: expect.stringContaining('on chain 100') }
    await expect(signInSafe(other)).rejects.toMatchObject(told)
  })

  test('that does not answer, is refused for now', async () => {
    await expect(signInSafe('http://127.0.0.1:9')).rejects.toMatchObject({ status: 500 })
  })

  test('signs in by its key wherever that is', async () => {
    const environment = { ...unlimited, ...secret }
    const rpcUrls = new Map([
      [1, desk.network.rpcUrl],
      [100, 'http://127.0.0.1:9'],
    ])
    const ctx = createTestContext({ db: desk.ctx.db, rpcUrls, environment })
    const { server, url } = await listen(ctx, { endpoints })
    closing.push(() => server.close())
    expect(await openTestBrowser(url).signIn(key)).toHaveLength(1)
  })
})

test('signing in counts as a write', async () => {
  const browser = openTestBrowser(await serve({ ...secret, WRITES_PER_SECOND: '3' }))
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => browser.fetch('/api/account/nonce')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
  const limited = answers.find(({ status }) => status === 429)
  expect(limited?.headers.get('retry-after')).toBe('1')
})

test.each(['/api/account/nonce', '/api/auth/csrf', '/api/auth/session', '/api/account/sessions'])(
  '%s is 503 without a secret, and where the address of the pages is not known',
  async (path) => {
    const without = await fetch(`${await serve({})}${path}`)
    expect(without.status).toBe(503)
    expect(await without.json()).toEqual({ message: 'service unavailable' })
    const other = await serve(secret)
    const head = 'Host: trade.example.org\r\nConnection: close\r\n\r\n'
    const answer = await sendRaw(Number(new URL(other).port), `GET ${path} HTTP/1.1\r\n${head}`)
    expect(answer).toMatch(/^HTTP\/1.1 503 /)
  },
)

test('two web processes know the same sessions', async () => {
  const environment = {
    ...{ ...unlimited, ...secret, RPC_URL_1: desk.network.rpcUrl },
    DATABASE_URL: desk.ctx.config.databaseUrl ?? '',
    NEXTAUTH_URL: 'http://localhost:3000',
  }
  const [one, two] = await Promise.all([startWebProcess(environment), startWebProcess(environment)])
  closing.push(() => void Promise.all([one.stop(), two.stop()]))
  const here = openTestBrowser(one.url)
  const [session] = await here.signIn(key)
  const there = openTestBrowser(two.url)
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  expect(await fetchSessions(there.options)).toEqual([session])
  await signOut(there.options)
  await expect(
    fetchAccountSessions(toAddress(session!.account), here.options),
  ).rejects.toMatchObject({
    status: 401,
  })
})
