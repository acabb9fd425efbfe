import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { call } from '@/lib/client/call'
import {
  endSession,
  fetchAccountSessions,
  fetchSessions,
  signIn,
  signOut,
} from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'
import { openTestBrowser } from '@/lib/testing/test-browser'

const key = generatePrivateKey()
const wallet = privateKeyToAccount(key)
const account = toAddress(wallet.address)

let fixture: ServiceFixture

const test = testWith({ WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' })

test.beforeAll(({ service }) => {
  fixture = service
})

const open = () => openTestBrowser(fixture.url)

test('a nonce is 160 random bits, valid on this host for five minutes', async () => {
  const browser = open()
  const nonces = await Promise.all(
    Array.from({ length: 20 }, () => call('readNonce', {}, browser.options)),
  )
  expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(20)
  const { host } = new URL(fixture.url)
  for (const { nonce, domain, uri, issuedAt, expirationTime } of nonces) {
    expect(nonce).toMatch(/^[0-9a-f]{40}$/)
    expect({ domain, uri }).toEqual({ domain: host, uri: fixture.url })
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(300_000)
  }
})

describe('an account', () => {
  test('signs in by a message, and then has a session', async () => {
    const browser = open()
    expect(await fetchSessions(browser.options)).toEqual([])
    const [session] = await browser.signIn(key)
    expect(session).toMatchObject({ account })
    expect(Date.parse(session!.expiresAt) - Date.parse(session!.createdAt)).toBe(604_800_000)
    expect(await fetchSessions(browser.options)).toEqual([session])
    expect(await fetchAccountSessions(account, browser.options)).toEqual([
      { ...session, here: true },
    ])
    await endSession(account, session!, browser.options)
  })

  test('signs in together with up to four others', async () => {
    const browser = open()
    const keys = Array.from({ length: 6 }, generatePrivateKey)
    const addresses = keys.map((one) => toAddress(privateKeyToAccount(one).address))
    for (const one of keys.slice(0, 5)) await browser.signIn(one)
    const sessions = await fetchSessions(browser.options)
    expect(sessions.map((session) => session.account)).toEqual(addresses.slice(0, 5).reverse())
    await expect(browser.signIn(keys[5]!)).rejects.toMatchObject({ status: 409 })
    for (const address of addresses.slice(0, 5)) {
      expect(await fetchAccountSessions(address, browser.options)).toHaveLength(1)
    }
    // Signing in again does not count twice.
    expect(await browser.signIn(keys[0]!)).toHaveLength(5)
    await expect(fetchAccountSessions(addresses[5]!, browser.options)).rejects.toMatchObject({
      status: 401,
      message: `sign in with ${addresses[5]} first`,
    })
  })

  test('gets a new session and cookie each time, which invalidate the old ones', async () => {
    const browser = open()
    const [first] = await browser.signIn(key)
    const before = new Map(browser.cookies)
    const [second] = await browser.signIn(key)
    expect(second!.id).not.toBe(first!.id)
    expect(browser.cookies.get('coincide.session')).not.toBe(before.get('coincide.session'))
    const thief = open()
    for (const [name, value] of before) thief.cookies.set(name, value)
    expect(await fetchSessions(thief.options)).toEqual([])
  })

  test('receives cookies from no read, so that a late response cannot restore an old session', async () => {
    const browser = open()
    await browser.signIn(generatePrivateKey())
    const count = browser.setCookies.length
    expect(await fetchSessions(browser.options)).toHaveLength(1)
    expect(browser.setCookies).toHaveLength(count)
  })

  test('does not adopt a session planted in its browser (session fixation)', async () => {
    const attacker = open()
    const attackerKey = generatePrivateKey()
    await attacker.signIn(attackerKey)
    const victim = open()
    const planted = attacker.cookies.get('coincide.session')!
    victim.cookies.set('coincide.session', planted)
    const [own] = await victim.signIn(key)
    expect(own).toMatchObject({ account })
    expect(victim.cookies.get('coincide.session')).not.toBe(planted)
    expect((await fetchSessions(attacker.options)).map((session) => session.account)).toEqual([
      toAddress(privateKeyToAccount(attackerKey).address),
    ])
  })
})

describe('concurrently in one browser', () => {
  test('two accounts sign in, and both have sessions', async () => {
    const browser = open()
    const keys = [generatePrivateKey(), generatePrivateKey()]
    await Promise.all(keys.map(browser.signIn))
    const known = (await fetchSessions(browser.options)).map((session) => session.account)
    const accounts = keys.map((one) => toAddress(privateKeyToAccount(one).address))
    expect(new Set(known)).toEqual(new Set(accounts))
  })

  test('signing out also ends a sign-in in flight', async () => {
    const browser = open()
    const { transport } = browser.options
    let out = Promise.resolve()
    const leaving: typeof fetch = (path, init) => {
      if (path === '/api/auth/callback/siwe') out = signOut(browser.options)
      return browser.fetch(path, init)
    }
    const sign = (message: string) => wallet.signMessage({ message })
    const { sessions } = await signIn(
      { account, chainId: 1, origin: browser.origin, sign },
      { ...browser.options, transport: { ...transport, fetch: leaving } },
    )
    expect(sessions).toHaveLength(1)
    await out
    expect(await fetchSessions(browser.options)).toEqual([])
    expect(browser.cookies.has('coincide.session')).toBe(false)
  })
})

test('signing in in a twenty-first browser ends the account’s first session', async () => {
  const [one, browsers] = [generatePrivateKey(), Array.from({ length: 21 }, open)]
  for (const browser of browsers) await browser.signIn(one)
  const [first, second] = await Promise.all(
    browsers.slice(0, 2).map((browser) => fetchSessions(browser.options)),
  )
  expect([first, second]).toMatchObject([[], [{}]])
  const address = toAddress(privateKeyToAccount(one).address)
  expect(await fetchAccountSessions(address, browsers[20]!.options)).toHaveLength(20)
})

describe('signing out', () => {
  test('ends every session of the browser, also for copies of its cookie', async () => {
    const browser = open()
    await browser.signIn(key)
    await browser.signIn(generatePrivateKey())
    const thief = open()
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    expect(await fetchSessions(thief.options)).toHaveLength(2)
    await signOut(browser.options)
    expect(browser.cookies.has('coincide.session')).toBe(false)
    expect(await fetchSessions(browser.options)).toEqual([])
    await expect(fetchAccountSessions(account, thief.options)).rejects.toMatchObject({
      status: 401,
    })
    expect(await fetchSessions(thief.options)).toEqual([])
  })

  test('ends one session elsewhere and keeps the others', async () => {
    const [here, elsewhere] = [open(), open()]
    const owner = generatePrivateKey()
    const address = toAddress(privateKeyToAccount(owner).address)
    const [lost] = await elsewhere.signIn(owner)
    await here.signIn(owner)
    const listed = await fetchAccountSessions(address, here.options)
    expect(listed.map((session) => session.here)).toEqual([true, false])
    await endSession(address, lost!, here.options)
    await expect(fetchAccountSessions(address, elsewhere.options)).rejects.toMatchObject({
      status: 401,
    })
    expect(await fetchAccountSessions(address, here.options)).toHaveLength(1)
  })

  test('of one account keeps the others signed in', async () => {
    const browser = open()
    const other = generatePrivateKey()
    await browser.signIn(other)
    const [session] = await browser.signIn(key)
    await endSession(account, session!, browser.options)
    const left = await fetchSessions(browser.options)
    expect(left.map((one) => one.account)).toEqual([toAddress(privateKeyToAccount(other).address)])
  })

  test('does not end sessions of another account', async () => {
    const [mine, theirs] = [open(), open()]
    await mine.signIn(key)
    const [session] = await theirs.signIn(generatePrivateKey())
    await expect(endSession(account, session!, mine.options)).rejects.toMatchObject({ status: 404 })
    expect(await fetchSessions(theirs.options)).toHaveLength(1)
  })

  test('requires the CSRF token of this browser', async () => {
    const [browser, other] = [open(), open()]
    await browser.signIn(key)
    const { csrfToken } = await call('readCsrfToken', {}, other.options)
    await expect(
      call('signOutAccounts', { body: { csrfToken } }, browser.options),
    ).rejects.toMatchObject({ status: 403 })
    expect(await fetchSessions(browser.options)).toHaveLength(1)
  })
})
