import { createHash } from 'node:crypto'
import type { Config } from '@/lib/config'
import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { cookieNames, findCookie } from './cookie'
import type { Session } from './session'
import { openClaims } from './session-claims'
import { listLiveSessions } from './session-store'

/** A browser on our pages. */
export type Browser = {
  /** Origin of our pages there, such as `https://trade.example.org`. */
  readonly origin: string
  /** Its `Cookie` header. */
  readonly cookies: string
}

/** The parts of a request head that identify the browser. */
export type BrowserRequest = {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

/**
 * Identifies the browser of a request. A request that changes anything must carry one of our origins in `Origin`, so
 * that no other site acts for signed-in accounts (browsers send it on every method but GET and HEAD).
 *
 * @throws {ServiceError} ServiceUnavailable when sign-in is off, Forbidden for a request from another site.
 */
export function readBrowser({ config }: Context, { method, header }: BrowserRequest): Browser {
  const origin = ownOrigin(config, header('host'))
  if (config.sessionSecret === undefined || origin === undefined) {
    throw new ServiceError('ServiceUnavailable', 'service unavailable')
  }
  const isReading = method === 'GET' || method === 'HEAD'
  if (!isReading && header('origin') !== origin) {
    throw new ServiceError(
      'Forbidden',
      `only pages of ${origin} may ask this: send Origin: ${origin}`,
    )
  }
  return { origin, cookies: header('cookie') ?? '' }
}

/** Maximum cookies with cached session ids. */
const maxCookies = 10_000

/**
 * Returns the ids of a browser's sessions, ended ones included. A cookie always names the same sessions and costs more
 * to decrypt than the database query, so the result is cached for a minute.
 */
export async function listSessionIds(
  ctx: Context,
  { origin, cookies }: Browser,
): Promise<readonly string[]> {
  const cookie = findCookie(cookies, cookieNames(origin).session)
  if (!cookie) return []
  return claims(ctx, {
    key: createHash('sha256').update(cookie).digest('base64'),
    load: () => openClaims(ctx.config.sessionSecret ?? '', cookie),
  })
}

const claims = defineCache<readonly string[]>('sessions/claims', { forMs: 60_000, max: maxCookies })

/** Returns the live sessions of a browser, newest first; never cached, so that a revocation takes effect at once. */
export async function listBrowserSessions(ctx: Context, browser: Browser): Promise<Session[]> {
  const ids = await listSessionIds(ctx, browser)
  return listLiveSessions(ctx.db, { ids, now: ctx.now() })
}

/**
 * Picks the session of the account `wanted`, or the newest one.
 *
 * @throws {ServiceError} Unauthorized when there is none.
 */
export function chooseSession(sessions: readonly Session[], wanted: Address | undefined): Session {
  const chosen = wanted ? sessions.find(({ account }) => account === wanted) : sessions[0]
  if (chosen) return chosen
  throw new ServiceError('Unauthorized', `sign in${wanted ? ` with ${wanted}` : ''} first`)
}

const thisMachine = /^(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/

/**
 * Returns the origin of our pages for a request to `host`; undefined when unknown.
 *
 * A configured public origin always wins: a reverse proxy of another site could put its own name into `Host` and make
 * wallets sign in for it. Only on this machine, where nothing else answers, any local name is accepted.
 */
export function ownOrigin(
  { signInOrigin }: Pick<Config, 'signInOrigin'>,
  host: string | undefined,
): string | undefined {
  const isLocal = signInOrigin === undefined || isOfThisMachine(signInOrigin)
  const name = host?.toLowerCase() ?? ''
  return isLocal && thisMachine.test(name) ? `http://${name}` : signInOrigin
}

function isOfThisMachine(origin: string): boolean {
  return origin.startsWith('http://') && thisMachine.test(new URL(origin).host)
}
