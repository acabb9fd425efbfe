import { createHash } from 'node:crypto'
import { type Context, contextCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { cookieNames, findCookie } from './cookie'
import { ownOrigin } from './own-origin'
import type { Session } from './session'
import { openClaims } from './session-claims'
import { listLiveSessions } from './session-store'

/** A browser that shows our pages. */
export type Browser = {
  /** Origin of our pages there, as `https://trade.example.org`. */
  readonly origin: string
  /** Its `Cookie` header. */
  readonly cookies: string
}

/** What the head of a request tells of the browser. */
export type BrowserRequest = {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

/**
 * The browser that a request comes from. What changes anything must name one of our pages as its `Origin`, so
 * that no other site acts for those who have signed in (and browsers name it whenever it is not GET).
 *
 * @throws {ServiceError} ServiceUnavailable when nobody can sign in here, Forbidden for another site's request.
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

/** Cookies whose sessions are remembered at most. */
const maxCookies = 10_000

/**
 * The ids of the sessions that a browser has, also of those that have ended. The same cookie names the same ones
 * always, and to open it costs more than to ask the database, so that is done once a minute.
 */
export async function listSessionIds(
  ctx: Context,
  { origin, cookies }: Browser,
): Promise<readonly string[]> {
  const cookie = findCookie(cookies, cookieNames(origin).session)
  if (!cookie) return []
  return contextCache(ctx, 'sessions:claims', {
    key: createHash('sha256').update(cookie).digest('base64'),
    forMs: 60_000,
    max: maxCookies,
    load: () => openClaims(ctx.config.sessionSecret ?? '', cookie),
  })
}

/** The live sessions of a browser, newest first; looked up anew each time, so that a revoked one ends at once. */
export async function listBrowserSessions(ctx: Context, browser: Browser): Promise<Session[]> {
  const ids = await listSessionIds(ctx, browser)
  return listLiveSessions(ctx.db, { ids, now: ctx.now() })
}

/**
 * The session to act for: that of the account `wanted`, or the newest without one.
 *
 * @throws {ServiceError} Unauthorized when there is none.
 */
export function chooseSession(sessions: readonly Session[], wanted: Address | undefined): Session {
  const chosen = wanted ? sessions.find(({ account }) => account === wanted) : sessions[0]
  if (chosen) return chosen
  throw new ServiceError('Unauthorized', `sign in${wanted ? ` with ${wanted}` : ''} first`)
}
