import { generatePrivateKey } from 'viem/accounts'
import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { fetchAccountSessions, fetchSessions, signOut } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import { noChain, type SignInFixture } from '@/lib/testing/accounts/sign-in-fixture'
import { testSessionSecret } from '@/lib/testing/accounts/signed-in'
import { urlAs } from '@/lib/testing/database-roles'
import { listen, sendRaw } from '@/lib/testing/http/probes'
import { startWebProcess } from '@/lib/testing/http/start-web-process'
import { test } from '@/lib/testing/test'
import { openTestBrowser } from '@/lib/testing/test-browser'
import { createTestContext } from '@/lib/testing/test-context'

const key = generatePrivateKey()
let fixture: SignInFixture

test.beforeAll(({ signIns }) => {
  fixture = signIns
})

test('an outage of the database signs nobody out', async () => {
  const browser = openTestBrowser((await fixture.serve()).url)
  await browser.signIn(key)
  const lost = createTestContext({ environment: { NEXTAUTH_SECRET: testSessionSecret } })
  const { server, url } = await listen(lost, { endpoints })
  fixture.closing(() => server.close())
  const same = openTestBrowser(url)
  for (const [name, value] of browser.cookies) same.cookies.set(name, value)
  // The origins differ only by port, which cookies ignore.
  await expect(fetchSessions(same.options)).rejects.toMatchObject({ status: 500 })
  await expect(signOut(same.options)).rejects.toMatchObject({ status: 500 })
  expect(same.cookies.get('coincide.session')).toBe(browser.cookies.get('coincide.session'))
  expect(await fetchSessions(browser.options)).toHaveLength(1)
})

test('signing in counts as a write', async () => {
  const { url } = await fixture.serve({ WRITES_PER_SECOND: '3' })
  const browser = openTestBrowser(url)
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
  '%s is 503 without a secret, and if the origin of the pages is unknown',
  async (path) => {
    const { url } = await fixture.serve({ NEXTAUTH_SECRET: '' })
    const without = await fetch(`${url}${path}`)
    expect(without.status).toBe(503)
    expect(await without.json()).toEqual({ message: 'service unavailable' })
    const other = await fixture.serve()
    const head = 'Host: trade.example.org\r\nConnection: close\r\n\r\n'
    const answer = await sendRaw(Number(new URL(other.url).port), `GET ${path} HTTP/1.1\r\n${head}`)
    expect(answer).toMatch(/^HTTP\/1.1 503 /)
  },
)

test('two web processes share sessions', async () => {
  const environment = {
    ...{ RPC_URL_1: noChain, NEXTAUTH_SECRET: testSessionSecret },
    DATABASE_URL: urlAs(fixture.database.url, 'web'),
    NEXTAUTH_URL: 'http://localhost:3000',
  }
  const [one, two] = await Promise.all([startWebProcess(environment), startWebProcess(environment)])
  fixture.closing(() => Promise.all([one.stop(), two.stop()]))
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
