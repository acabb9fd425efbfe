import { generatePrivateKey } from 'viem/accounts'
import { beforeAll, describe, expect } from 'vitest'
import { fetchSessions } from '@/lib/client/sign-in'
import type { SignInFixture } from '@/lib/testing/accounts/sign-in-fixture'
import { test } from '@/lib/testing/test'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'

const key = generatePrivateKey()
let fixture: SignInFixture

test.beforeAll(({ signIns }) => {
  fixture = signIns
})
let service = ''
beforeAll(async () => {
  service = (await fixture.serve()).url
})

/** Returns the attributes of the browser's Set-Cookie headers by name, without expiry. */
function flagsOf({ setCookies }: TestBrowser): Record<string, string[]> {
  const parts = setCookies.map((line) => line.split(/; ?/))
  return Object.fromEntries(
    parts.map(([pair = '', ...attributes]) => [
      pair.slice(0, pair.indexOf('=')),
      attributes.filter((text) => !/^(?:expires|max-age)=/i.test(text)).sort(),
    ]),
  )
}

describe('cookies', () => {
  test('are hidden from scripts, other sites and other hosts', async () => {
    const browser = openTestBrowser(service)
    await browser.signIn(key)
    const flags = ['HttpOnly', 'Path=/', 'SameSite=Strict']
    expect(flagsOf(browser)).toEqual({
      'coincide.browser': flags,
      'coincide.csrf': flags,
      'coincide.session': flags,
    })
  })

  test('have the __Host- prefix and Secure under https', async () => {
    const origin = 'https://trade.example.org'
    const { url } = await fixture.serve({ NEXTAUTH_URL: `${origin}/` })
    const browser = openTestBrowser(url, origin)
    await browser.signIn(key)
    const flags = ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']
    expect(flagsOf(browser)).toEqual({
      '__Host-coincide.browser': flags,
      '__Host-coincide.csrf': flags,
      '__Host-coincide.session': flags,
    })
    expect(await fetchSessions(browser.options)).toHaveLength(1)
    // A page that proxies requests under its own Host cannot obtain a valid signature.
    const elsewhere = openTestBrowser(url)
    await expect(elsewhere.signIn(key)).rejects.toThrow(`signing in works at ${origin}, not`)
  })

  test('of the session are encrypted', async () => {
    const browser = openTestBrowser(service)
    const [session] = await browser.signIn(key)
    const cookie = browser.cookies.get('coincide.session') ?? ''
    const readable = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(readable.join()).not.toContain(session?.id)
    expect(readable.join()).not.toContain(session?.account)
  })

  test('are ignored if malformed', async () => {
    const browser = openTestBrowser(service)
    for (const name of ['browser', 'csrf', 'session'])
      browser.cookies.set(`coincide.${name}`, '%E0%')
    expect(await fetchSessions(browser.options)).toEqual([])
    expect(await browser.signIn(key)).toHaveLength(1)
  })
})
