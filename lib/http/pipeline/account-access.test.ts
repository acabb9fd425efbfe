import type { Server } from 'node:http'
import { afterAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { defineAccountEndpoint } from '@/lib/api/session/account-endpoint'
import type { Context } from '@/lib/context'
import { revokeSessions } from '@/lib/sessions/session-store'
import { signedIn, testSessionSecret } from '@/lib/testing/accounts/signed-in'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext, type TestClock } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

const alice = `0x${'a1'.repeat(20)}` as const
const bob = `0x${'b0'.repeat(20)}` as const

const shared = {
  path: '/api/account/probe',
  summary: '',
  query: z.object({ note: z.string().optional() }),
  response: z.object({ account: z.string(), note: z.string().optional() }),
} as const

const endpoints = [
  defineAccountEndpoint({
    ...shared,
    name: 'readProbe',
    method: 'GET',
    run: async (_ctx, { query, meta }) => ({ ...query, account: meta.identity.account }),
  }),
  defineAccountEndpoint({
    ...shared,
    name: 'changeProbe',
    method: 'POST',
    body: z.object({ note: z.string('must be text') }),
    run: async (_ctx, { body, meta }) => ({ account: meta.identity.account, note: body.note }),
  }),
]

const unlimited = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }

let database: TestDatabase
let ctx: Context & { readonly clock: TestClock }
let server: Server
let url: string

test.beforeAll(async ({ database: empty }) => {
  database = empty
  const environment = { ...unlimited, NEXTAUTH_SECRET: testSessionSecret }
  ctx = createTestContext({ db: database.db, environment })
  const started = await listen(ctx, { endpoints })
  server = started.server
  url = started.url
})
afterAll(async () => {
  server?.close()
  server?.closeAllConnections()
})

const signIn = (...accounts: (typeof alice | typeof bob)[]) =>
  signedIn(ctx, { origin: url, accounts })

async function ask(search: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(`${url}/api/account/probe${search}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, json: await response.json(), headers: response.headers }
}

describe('an endpoint for accounts', () => {
  test('passes the signed-in account to its action', async () => {
    const { status, json } = await ask('', await signIn(alice))
    expect({ status, json }).toEqual({ status: 200, json: { account: alice } })
  })

  test('uses the last signed-in account, or the one named in the query', async () => {
    const both = await signIn(alice, bob)
    expect(await ask('', both)).toMatchObject({ json: { account: bob } })
    const chosen = `?account=${alice.toUpperCase().replace('X', 'x')}&note=hello`
    expect(await ask(chosen, both)).toMatchObject({ json: { account: alice, note: 'hello' } })
  })

  test('rejects an account without a session in this browser, and a malformed one', async () => {
    const headers = await signIn(alice)
    expect(await ask(`?account=${bob}`, headers)).toMatchObject({ status: 401 })
    expect(await ask('?account=0x12', headers)).toMatchObject({
      status: 400,
      json: { message: 'account must be an address: 0x and 40 hexadecimal digits' },
    })
  })

  test.each([
    ['no cookie', ''],
    ['an empty cookie', 'coincide.session='],
    ['a cookie with a forged seal', 'coincide.session=eyJhbGciOiJkaXIifQ..x.y.z'],
    ['another cookie', 'session=1; x'],
  ])('rejects %s', async (_what, cookie) => {
    expect(await ask('', { cookie })).toMatchObject({
      status: 401,
      json: { message: 'sign in first' },
    })
  })

  test('rejects a cookie sealed with another secret', async () => {
    const config = { ...ctx.config, sessionSecret: 'another secret' }
    const headers = await signedIn({ ...ctx, config }, { origin: url, accounts: [alice] })
    expect(await ask('', headers)).toMatchObject({ status: 401 })
  })

  test('rejects a session as soon as it is revoked or expired', async () => {
    const [revoked, old] = [await signIn(alice), await signIn(bob)]
    expect(await ask('', revoked)).toMatchObject({ status: 200 })
    const ids = (await ctx.db.session.findMany({ where: { account: alice } })).map(({ id }) => id)
    await revokeSessions(ctx.db, { ids, now: ctx.now() })
    expect(await ask('', revoked)).toMatchObject({ status: 401 })
    await ctx.db.session.updateMany({
      where: { account: bob },
      data: { expiresAt: new Date(ctx.now() - 1) },
    })
    expect(await ask('', old)).toMatchObject({ status: 401 })
  })

  test('is readable by this origin only, and never cached', async () => {
    const { headers } = await ask('', await signIn(alice))
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    const refused = await ask('', {})
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${url}/api/account/probe`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect([...preflight.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([])
    const unknown = await fetch(`${url}/api/account/nothing`)
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a write for an account', () => {
  const body = JSON.stringify({ note: 'hello' })

  test('is accepted from a page of this origin', async () => {
    const { status, json } = await ask('', await signIn(alice), body)
    expect({ status, json }).toEqual({ status: 200, json: { account: alice, note: 'hello' } })
  })

  test.each([
    ['without an Origin header', undefined],
    ['from an opaque origin', 'null'],
    ['from another site', 'https://evil.example'],
    ['from another port', 'http://127.0.0.1:1'],
    ['from a site with the same prefix', 'http://127.0.0.1.evil.example'],
  ])('is rejected %s', async (_what, origin) => {
    const { cookie } = await signIn(alice)
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) }
    expect(await ask('', headers, body)).toMatchObject({
      status: 403,
      json: { message: `only pages of ${url} may ask this: send Origin: ${url}` },
    })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'is rejected as %s, which a form of another site can send',
    async (type) => {
      const headers = { ...(await signIn(alice)), 'content-type': type }
      expect(await ask('', headers, body)).toMatchObject({ status: 415 })
    },
  )
})

test('rejects sign-in when no secret is configured', async () => {
  const without = createTestContext({ db: database.db, environment: unlimited })
  const started = await listen(without, { endpoints })
  const response = await fetch(`${started.url}/api/account/probe`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ message: 'service unavailable' })
  started.server.close()
  started.server.closeAllConnections()
})
