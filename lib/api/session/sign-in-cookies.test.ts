import { generatePrivateKey } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fetchSessions } from '@/lib/client/sign-in'
import { openSignInFixture } from '@/lib/testing/accounts/sign-in-fixture'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'

const key = generatePrivateKey()
const fixture = openSignInFixture()
let service = ''
beforeAll(async () => {
  service = (await fixture.serve()).url
})

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
    const browser = openTestBrowser(service)
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
    // A page that hands requests on to us, and names itself as Host, gets no signature that counts.
    const elsewhere = openTestBrowser(url)
    await expect(elsewhere.signIn(key)).rejects.toThrow(`signing in works at ${origin}, not`)
  })

  test('of the session say nothing to who cannot open them', async () => {
    const browser = openTestBrowser(service)
    const [session] = await browser.signIn(key)
    const cookie = browser.cookies.get('coincide.session') ?? ''
    const readable = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(readable.join()).not.toContain(session?.id)
    expect(readable.join()).not.toContain(session?.account)
  })

  test('that are malformed are as good as none', async () => {
    const browser = openTestBrowser(service)
    for (const name of ['browser', 'csrf', 'session'])
      browser.cookies.set(`coincide.${name}`, '%E0%')
    expect(await fetchSessions(browser.options)).toEqual([])
    expect(await browser.signIn(key)).toHaveLength(1)
  })
})
