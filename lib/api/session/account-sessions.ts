import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { messageRefusal } from '@/lib/api/declare/example'
import { listSessionIds } from '@/lib/sessions/browser'
import { endSession } from '@/lib/sessions/end-session'
import { listSessionsOf } from '@/lib/sessions/session-store'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { sessionExample, sessionResponse, viewSession } from './session-fields'

const id = z
  .uuid('must be a session id')
  .describe('ID of a session, as GET /api/account/sessions lists them')

/** GET /api/account/sessions. */
export const listSessions = defineAccountEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  summary:
    'Where the account has signed in, the last one first; without sessions that reach further than this one',
  response: z.object({
    sessions: z
      .array(
        sessionResponse
          .extend({ here: z.boolean().describe('Whether it is of this browser') })
          .meta({ id: 'AccountSession' }),
      )
      .describe('The last one first'),
  }),
  examples: [
    {
      summary: 'In this browser',
      varies: true,
      response: { sessions: [{ ...sessionExample, here: true }] },
    },
    notSignedIn,
  ],
  run: async (ctx, { meta: { identity, browser } }) => {
    const here = new Set(await listSessionIds(ctx, browser))
    const sessions = await listSessionsOf(ctx.db, identity, ctx.now())
    return {
      sessions: sessions.map((session) => ({
        ...viewSession(session),
        here: here.has(session.id),
      })),
    }
  },
})

/** DELETE /api/account/sessions/{id}. */
export const deleteSession = defineAccountEndpoint({
  name: 'deleteSession',
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  summary: 'Sign the account out in this browser or another; that ends at once',
  params: z.object({ id }),
  response: z.object({ id: z.string().describe('ID of the session that has ended') }),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'Sign out elsewhere',
      given: 'a session in another browser',
      params: { id: sessionExample.id },
      response: { id: sessionExample.id },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A session that is not there',
      params: { id: sessionExample.id },
      description: 'the account has no such session',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed ID',
      params: { id: '1' },
      description: 'id must be a session id',
    }),
    { ...notSignedIn, params: { id: sessionExample.id } },
  ],
  run: async (ctx, { params, meta: { identity, browser } }) => {
    const cookie = await endSession(ctx, { id: params.id, identity, browser })
    return answer({ status: 200, body: { id: params.id }, headers: { 'Set-Cookie': cookie } })
  },
})
