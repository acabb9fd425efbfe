import { z } from 'zod'
import { addressText, isoTime, reach } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import type { Session } from '@/lib/sessions/session'

/** Schema of a session. */
export const sessionResponse = z
  .object({
    id: z.uuid().describe('Names the session; it signs nobody in'),
    account: addressText.describe('The account that has signed in'),
    networks: reach.describe(
      'Chain ids of the networks on which it is this account; null: all of them',
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
