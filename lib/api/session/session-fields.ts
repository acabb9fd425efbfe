import { z } from 'zod'
import { addressText, isoTime, reach } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import type { Context } from '@/lib/context'
import { listBrowserSessions, readBrowser } from '@/lib/sessions/browser'
import type { Session } from '@/lib/sessions/session'

/** Schema of a session. */
export const sessionResponse = z
  .object({
    id: z.uuid().describe('Names the session; it signs nobody in'),
    account: addressText.describe('The account that has signed in'),
    networks: reach.describe(
      'Chain IDs of the networks on which it is this account; null: all of them',
    ),
    createdAt: isoTime.describe('When it signed in'),
    expiresAt: isoTime.describe('When it has to sign in again'),
  })
  .meta({ id: 'Session' })

/** Schema of a browser's sessions. */
export const browserSessions = z
  .object({
    sessions: z
      .array(sessionResponse)
      .describe('Accounts that have signed in in this browser, the last one first'),
  })
  .meta({ id: 'BrowserSessions' })

/** Renders {@link sessionResponse}, with times as Dates. */
export function viewSession({ id, account, networks, createdAtMs, expiresAtMs }: Session) {
  return {
    id,
    account,
    networks,
    createdAt: new Date(createdAtMs),
    expiresAt: new Date(expiresAtMs),
  }
}

/** Example session. */
export const sessionExample = {
  id: '6a0f2f7e-59a4-4c64-9c5e-0d3a3f3c1b52',
  account: exampleOwner,
  networks: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-28T09:30:00.000Z',
}

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
