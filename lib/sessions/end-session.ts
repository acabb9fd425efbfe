import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { type Browser, listBrowserSessions } from './browser'
import { cookieNames, writeCookie } from './cookie'
import { sessionSeconds } from './session'
import { encryptClaims } from './session-claims'
import { revokeSession } from './session-store'

type Ending = { readonly id: string; readonly identity: Identity; readonly browser: Browser }

/**
 * Ends a session of an identity, in this or another browser, and returns the `Set-Cookie` header that drops it.
 *
 * @throws {ServiceError} NotFound when the account has no such session.
 */
export async function endSession(ctx: Context, { id, identity, browser }: Ending): Promise<string> {
  if (!(await revokeSession(ctx.db, { id, ...identity }, ctx.now()))) {
    throw new ServiceError('NotFound', 'the account has no such session')
  }
  const { origin } = browser
  const left = (await listBrowserSessions(ctx, browser)).map((session) => session.id)
  const name = cookieNames(origin).session
  if (left.length === 0) return writeCookie(origin, { name, value: '', seconds: 0 })
  const value = await encryptClaims(ctx.config.sessionSecret ?? '', left)
  return writeCookie(origin, { name, value, seconds: sessionSeconds })
}
