import { beforeEach, describe, expect } from 'vitest'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { createWallet, newCode, signRegistration } from '@/lib/testing/affiliate/affiliate-fixture'
import {
  type ContentFixture,
  contentKey as key,
  openContentFixture,
  type WebFixture,
} from '@/lib/testing/http/web-fixture'
import { testWith } from '@/lib/testing/test'

const test = testWith({ CMS_API_KEY: key })
let fixture: WebFixture
let call: ContentFixture['call']

test.beforeAll(({ web }) => {
  fixture = web
  call = openContentFixture(web, 'affiliates').call
})

let code: string
let wallet: ReturnType<typeof createWallet>

beforeEach(async () => {
  code = newCode()
  wallet = createWallet()
  await register()
})

async function register() {
  await registerAffiliate(fixture.ctx, await signRegistration({ code, wallet }))
}

const actions = () => fixture.ctx.db.operatorAction.findMany({ where: { target: code } })
const unauthorized = {
  status: 401,
  body: { message: 'send the key of the content API as Authorization: Bearer <key>' },
}

describe('the content API', () => {
  test.each<[string, string | undefined]>([
    ['no header', undefined],
    ['another key', 'Bearer another key'],
    ['a part of the key', `Bearer ${key.slice(0, -1)}`],
    ['more than the key', `Bearer ${key}.`],
    ['no key', 'Bearer '],
    ['another scheme', `Basic ${key}`],
    ['the key alone', key],
  ])('rejects %s', async (_, authorization) => {
    expect(await call('GET', '', { authorization })).toEqual(unauthorized)
    const body = { enabled: false }
    expect(await call('PATCH', `/${code}`, { authorization, body })).toEqual(unauthorized)
    expect(await call('DELETE', `/${code}`, { authorization })).toEqual(unauthorized)
    expect(await call('GET', `/${code}`)).toMatchObject({ status: 200, body: { enabled: true } })
  })

  test('describes the authentication scheme in WWW-Authenticate', async () => {
    const response = await fetch(`${fixture.url}/api/content/affiliates`)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="content API"')
    const { headers } = await fetch(`${fixture.url}/ref-codes/NEVER-1`)
    expect(headers.get('www-authenticate')).toBeNull()
  })

  test.each([{ CMS_API_KEY: '' }, { CMS_API_KEY: key, CMS_ENABLED: 'false' }])(
    'is disabled with %j',
    async (environment) => {
      const base = await fixture.serve(environment)
      const unavailable = { status: 503, body: { message: 'service unavailable' } }
      expect(await call('GET', '', { base })).toEqual(unavailable)
      expect(await call('GET', '', { base, authorization: 'Bearer ' })).toEqual(unavailable)
    },
  )

  test('lists its methods in preflight responses', async () => {
    const response = await fetch(`${fixture.url}/api/content/affiliates/${code}`, {
      method: 'OPTIONS',
    })
    expect(response.headers.get('access-control-allow-methods')).toMatch(/PATCH, DELETE/)
    expect(response.headers.get('access-control-allow-headers')).toMatch(/Authorization/)
  })
})

describe('operators by HTTP', () => {
  test('list affiliates in pages, newest first', async () => {
    const all = (await call('GET')).body as { id: string; code: string }[]
    expect(all[0]).toMatchObject({
      code,
      walletAddress: wallet.address,
      enabled: true,
      freedAt: null,
      rewardAmount: 20,
    })
    const ids = all.map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const first = (await call('GET', '/?limit=2')).body
    const second = (await call('GET', `?limit=2&before=${all[1]?.id}`)).body
    expect([...first, ...second]).toEqual(all.slice(0, 4))
  })

  test('disable and enable a code, in any case, idempotently', async () => {
    const off = await call('PATCH', `/${code.toLowerCase()}/`, {
      body: { enabled: false, reason: ' spam ' },
    })
    expect(off).toMatchObject({ status: 200, body: { code, enabled: false } })
    expect((await fetch(`${fixture.url}/ref-codes/${code}`)).status).toBe(403)
    expect(await call('PATCH', `/${code}`, { body: { enabled: false } })).toEqual(off)
    expect(await actions()).toMatchObject([
      { operator: 'content API', action: 'disable-code', reason: 'spam' },
    ])
    const on = await call('PATCH', `/${code}`, { body: { enabled: true } })
    expect(on).toMatchObject({ status: 200, body: { enabled: true } })
    expect((await fetch(`${fixture.url}/ref-codes/${code}`)).status).toBe(200)
    const switches = await fixture.ctx.db.affiliateSwitch.findMany({
      where: { affiliate: { code } },
      orderBy: { id: 'asc' },
    })
    expect(switches.map(({ enabled }) => enabled)).toEqual([false, true])
  })

  test('release a wallet and reserve its code', async () => {
    const freed = await call('DELETE', `/${code}?reason=asked%20by%20its%20owner`)
    const body = { code, freedAt: expect.any(String), keptFor: 'nobody' }
    expect(freed).toMatchObject({ status: 200, body })
    expect(await actions()).toMatchObject([{ action: 'free-code', reason: 'asked by its owner' }])
    const missing = { status: 404, body: { message: `nobody has the code ${code}` } }
    expect(await call('DELETE', `/${code}`)).toEqual(missing)
    expect(await call('GET', `/${code}`)).toEqual(missing)
    expect(await call('PATCH', `/${code}`, { body: { enabled: true } })).toEqual(missing)
    await expect(register()).rejects.toMatchObject({ code: 'Unauthorized' })
    wallet = createWallet()
    await expect(register()).rejects.toMatchObject({ code: 'Conflict' })
  })

  test.each([
    ['anybody', () => 'anybody'],
    ['a wallet', ({ address }: ReturnType<typeof createWallet>) => address],
  ])('release a code for %s, who can register it again', async (_, keptFor) => {
    const heir = createWallet()
    const freed = await call('DELETE', `/${code}?for=${keptFor(heir)}`)
    expect(freed).toMatchObject({ status: 200, body: { keptFor: keptFor(heir) } })
    wallet = heir
    await register()
    expect(await call('GET', `/${code}`)).toMatchObject({
      body: { walletAddress: wallet.address, freedAt: null, keptFor: null },
    })
  })

  test('cannot reserve a code for a malformed wallet or the current owner', async () => {
    expect(await call('DELETE', `/${code}?for=me`)).toEqual({
      status: 400,
      body: { message: expect.stringMatching(/^for must be nobody, anybody or an address/) },
    })
    expect(await call('DELETE', `/${code}?for=${wallet.address}`)).toMatchObject({ status: 409 })
  })

  test('release a code once under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', `/${code}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await actions()).toHaveLength(1)
  })

  test.each<[string, unknown, RegExp]>([
    ['no state', {}, /^enabled is missing$/],
    ['a state as text', { enabled: 'false' }, /^enabled must be true or false$/],
    ['a reason of two lines', { enabled: false, reason: 'a\nb' }, /^reason must be one line/],
    ['an endless reason', { enabled: false, reason: 'a'.repeat(201) }, /^reason must be one line/],
  ])('are rejected with %s', async (_, body, message) => {
    expect(await call('PATCH', `/${code}`, { body })).toEqual({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
    expect(await actions()).toEqual([])
  })
})
