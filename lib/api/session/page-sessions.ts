import type { z } from 'zod'
import type { Context } from '@/lib/context'
import { listBrowserSessions, readBrowser } from '@/lib/sessions/browser'
import { type sessionResponse, viewSession } from './session-fields'

/** Output of {@link sessionResponse}. */
type SessionView = z.output<typeof sessionResponse>

/**
 * Returns the sessions in a page request's cookies, or undefined if they cannot be read. A navigation from another
 * site carries no cookies, so pages request the sessions again.
 */
export async function readPageSessions(
  ctx: Context,
  header: (name: string) => string | undefined,
): Promise<readonly SessionView[] | undefined> {
  try {
    const sessions = await listBrowserSessions(ctx, readBrowser(ctx, { method: 'GET', header }))
    return sessions.map((session) => {
      const { networks, createdAt, expiresAt, ...shown } = viewSession(session)
      const reach = networks && [...networks]
      const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
      return { ...shown, ...times, networks: reach }
    })
  } catch {
    return undefined
  }
}
