import { generatePrivateKey } from 'viem/accounts'
import { beforeAll, describe, expect } from 'vitest'
import { call } from '@/lib/client/call'
import { fetchSessions } from '@/lib/client/sign-in'
import type { SignInFixture } from '@/lib/testing/accounts/sign-in-fixture'
import { test } from '@/lib/testing/test'
import { openTestBrowser } from '@/lib/testing/test-browser'

const key = generatePrivateKey()
let fixture: SignInFixture

test.beforeAll(({ signIns }) => {
  fixture = signIns
})
let service = ''
beforeAll(async () => {
  service = (await fixture.serve()).url
})

describe('a cross-site request', () => {
  const requests = {
    'to sign in': ['POST', '/api/auth/callback/siwe', { message: 'x', signature: '0x' }],
    'to sign out': ['POST', '/api/auth/signout', {}],
    'to end a session': ['DELETE', `/api/account/sessions/${crypto.randomUUID()}`, undefined],
  } as const
  const origins = [undefined, 'null', 'https://evil.example', 'http://localhost:1'] as const
  const cases = Object.entries(requests).flatMap(([what, request]) =>
    origins.map((origin) => ({ what, request, origin })),
  )

  test.each(cases)('$what is rejected with Origin $origin', async ({ request, origin }) => {
    const [method, path, fields] = request
    const browser = openTestBrowser(service)
    await browser.signIn(key)
    const { csrfToken } = await call('readCsrfToken', {}, browser.options)
    const response = await fetch(`${service}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        ...(origin === undefined ? {} : { origin }),
      },
      ...(fields ? { body: JSON.stringify({ ...fields, csrfToken }) } : {}),
    })
    expect(response.status).toBe(403)
    const message = `only pages of ${service} may ask this: send Origin: ${service}`
    expect(await response.json()).toEqual({ message })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await fetchSessions(browser.options)).toHaveLength(1)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is rejected as %s',
    async (type) => {
      const browser = openTestBrowser(service)
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
  ])('finds nothing at %s, where next-auth would serve its own page', async (path) => {
    expect((await fetch(`${service}${path}`)).status).toBe(404)
  })
})
