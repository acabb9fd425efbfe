import nextAuthModule, { type AuthOptions } from 'next-auth'
import credentialsModule from 'next-auth/providers/credentials'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { type Browser, listBrowserSessions } from './browser'
import { cookieNames, cookieOptions, findCookie } from './cookie'
import { type Session, sessionSeconds } from './session'
import { readClaims } from './session-claims'
import { revokeSessions } from './session-store'
import { signIn } from './sign-in'

// Under ESM the exports of these CommonJS modules arrive one level deeper.
const nextAuth = (nextAuthModule as { default?: typeof nextAuthModule }).default ?? nextAuthModule
const credentials =
  (credentialsModule as { default?: typeof credentialsModule }).default ?? credentialsModule

/** Provider id of Sign-In with Ethereum in next-auth's paths. */
export const siwe = 'siwe'

/** A next-auth request of a browser: its path, and the body of a POST. */
type AuthRequest = {
  readonly browser: Browser
  readonly path: readonly ['csrf' | 'session' | 'signout'] | readonly ['callback', typeof siwe]
  readonly body?: Readonly<Record<string, string>>
}

/** The result of a next-auth request. */
export type AuthAnswer = {
  readonly body: Readonly<Record<string, unknown>>
  /** Live sessions of the browser afterwards, newest first. */
  readonly sessions: readonly Session[]
  /** After a sign-in: chain ids of networks that did not answer. */
  readonly unanswered: readonly number[]
  /** The `Set-Cookie` header with the result. */
  readonly cookie: string | undefined
}

/** Collected while next-auth runs, because next-auth turns every failure into a rejected sign-in or drops it. */
type AuthRun = {
  sessions: readonly Session[]
  unanswered: readonly number[]
  fault?: unknown
}

/**
 * Runs a next-auth request. next-auth manages the CSRF cookie and the session cookie.
 *
 * @throws {ServiceError} whatever {@link signIn} throws; Forbidden for a `csrfToken` of another browser.
 * @throws any database error as it is, so that an outage does not look like a signed-out browser.
 */
export async function runNextAuth(ctx: Context, request: AuthRequest): Promise<AuthAnswer> {
  const { browser, path, body = {} } = request
  const names = cookieNames(browser.origin)
  const isPost = path[0] === 'callback' || path[0] === 'signout'
  const run: AuthRun = { sessions: [], unanswered: [] }
  const captured = response()
  await nextAuth(
    {
      method: isPost ? 'POST' : 'GET',
      query: { nextauth: [...path] },
      body: { ...body, json: 'true' },
      cookies: givenCookies(browser),
      headers: {},
    } as unknown as Parameters<typeof nextAuth>[0],
    captured.response as unknown as Parameters<typeof nextAuth>[1],
    optionsOf(ctx, { browser, run, isReading: !isPost }),
  )
  if (run.fault !== undefined) throw run.fault
  const answer = Object(captured.body) as Readonly<Record<string, unknown>>
  if (isPost && String(answer.url).endsWith('csrf=true')) {
    throw new ServiceError('Forbidden', 'csrfToken is not that of this browser: ask for it anew')
  }
  const name = path[0] === 'csrf' ? names.csrf : names.session
  // Reads set no cookie: their response may arrive after that of a sign-in and would overwrite its cookie.
  const kept = path[0] === 'session' ? [] : captured.cookies
  const cookie = kept.find((text) => text.startsWith(`${name}=`))
  const { sessions, unanswered } = run
  return { body: answer, sessions, unanswered, cookie }
}

/** Passes only our cookies: next-auth would join others whose names share the prefix. */
function givenCookies({ origin, cookies }: Browser): Record<string, string> {
  const { session, csrf } = cookieNames(origin)
  const given = [session, csrf].map((name) => [name, findCookie(cookies, name)] as const)
  return Object.fromEntries(given.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

type Asking = { readonly browser: Browser; readonly run: AuthRun; readonly isReading: boolean }

function optionsOf(ctx: Context, { browser, run, isReading }: Asking): AuthOptions {
  const { origin } = browser
  const names = cookieNames(origin)
  const options = cookieOptions(origin)
  const capturingFault = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      run.fault = error
      throw error
    }
  }
  return {
    secret: ctx.config.sessionSecret ?? '',
    useSecureCookies: options.secure,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    cookies: {
      sessionToken: { name: names.session, options },
      csrfToken: { name: names.csrf, options },
    },
    providers: [
      credentials({
        id: siwe,
        credentials: { message: {}, signature: {} },
        authorize: (given) =>
          capturingFault(async () => {
            const { message = '', signature = '' } = given ?? {}
            Object.assign(run, await signIn(ctx, { message, signature, browser }))
            return { id: run.sessions[0]?.account ?? '' }
          }),
      }),
    ],
    callbacks: {
      jwt: async () => {
        if (isReading) run.sessions = await capturingFault(() => listBrowserSessions(ctx, browser))
        return { sessions: run.sessions.map(({ id }) => id) }
      },
    },
    events: {
      signOut: ({ token }) =>
        capturingFault(async () => {
          await revokeSessions(ctx.db, { ids: readClaims(token), now: ctx.now() })
        }),
    },
    // The response carries everything that matters of these logs.
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

/** The part of a response object that next-auth uses. */
function response() {
  const cookies: string[] = []
  const captured = { cookies, body: undefined as unknown }
  const write = (body: unknown) => {
    captured.body = body
  }
  const parts = {
    status: () => parts,
    getHeader: () => undefined,
    setHeader: (name: string, value: string | readonly string[]) => {
      if (name.toLowerCase() === 'set-cookie') cookies.push(...[value].flat())
      return parts
    },
    json: write,
    send: write,
    end: () => {},
  }
  return Object.assign(captured, { response: parts })
}
