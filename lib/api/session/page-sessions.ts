import type { z } from 'zod'
import type { Context } from '@/lib/context'
import { listBrowserSessions, readBrowser } from '@/lib/sessions/browser'
import { type sessionResponse, viewSession } from './session-fields'

/** A session as the API answers with it. */
type SessionView = z.output<typeof sessionResponse>

/**
 * Which accounts have signed in in the browser that asks for a page, as far as its request shows; undefined where that
 * cannot be told. One that comes from another site shows none, so pages ask again.
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
