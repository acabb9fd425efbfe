import { privateKeyToAccount } from 'viem/accounts'
import type { Transport } from '@/lib/client/request'
import { type SessionView, signIn } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A browser on our pages: stores cookies and sends the page's origin. */
export type TestBrowser = {
  readonly origin: string
  readonly fetch: typeof fetch
  /** For calls of lib/client; without retries. */
  readonly options: { readonly transport: Transport; readonly tries: 1 }
  /** Cookies by name. */
  readonly cookies: Map<string, string>
  /** Every `Set-Cookie` header so far. */
  readonly setCookies: string[]
  /** Signs in the account of a key, on chain 1. */
  readonly signIn: (privateKey: Hex) => Promise<readonly SessionView[]>
}

/** Opens a browser without cookies at a service's URL; `origin` is the origin of its pages. */
export function openTestBrowser(url: string, origin: string = url): TestBrowser {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  const ask: typeof fetch = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const isReading = (init.method ?? 'GET') === 'GET'
    if (!isReading && !headers.has('origin')) headers.set('origin', origin)
    const response = await fetch(new URL(String(path), url), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      keep(cookies, line)
    }
    return response
  }
  const sleep = () => Promise.resolve()
  const options = { transport: { fetch: ask, sleep, random: Math.random }, tries: 1 } as const
  return {
    ...{ origin, fetch: ask, options, cookies, setCookies },
    signIn: async (privateKey) => {
      const { address, signMessage } = privateKeyToAccount(privateKey)
      const sign = (message: string) => signMessage({ message })
      const request = { account: toAddress(address), chainId: 1, origin, sign }
      return (await signIn(request, options)).sessions
    },
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/; ?/)
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const expires = attributes.find((text) => /^expires=/i.test(text))?.slice('expires='.length)
  const isOver = attributes.includes('Max-Age=0') || (expires && Date.parse(expires) <= Date.now())
  if (isOver) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}
