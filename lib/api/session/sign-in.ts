import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { type AuthAnswer, runNextAuth } from '@/lib/sessions/next-auth'
import { browserOf, ofBrowser } from './browser-of'
import { browserSessions, sessionExample, viewSession } from './session-fields'
import { signInExample } from './sign-in-example'

const csrfToken = z
  .string('must be text')
  .max(200, 'must be the text that GET /api/auth/csrf answers')
  .describe('What `GET /api/auth/csrf` answers in this browser')

/** GET /api/auth/csrf. */
export const readCsrfToken = defineEndpoint({
  ...ofBrowser,
  name: 'readCsrfToken',
  method: 'GET',
  path: '/api/auth/csrf',
  summary: 'The token that signing in and out in this browser takes',
  response: z.object({ csrfToken }),
  examples: [
    { summary: 'A token', varies: true, response: { csrfToken: signInExample.csrfToken } },
  ],
  run: async (ctx, { meta }) => {
    const result = await runNextAuth(ctx, { browser: browserOf(meta), path: ['csrf'] })
    return answerOf(result, { csrfToken: String(result.body.csrfToken) })
  },
})

/** GET /api/auth/session. */
export const readSession = defineEndpoint({
  ...ofBrowser,
  name: 'readSession',
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Which accounts have signed in in this browser; nobody is an answer too',
  response: browserSessions,
  examples: [
    { summary: 'Nobody', response: { sessions: [] } },
    { summary: 'One account', varies: true, response: { sessions: [sessionExample] } },
  ],
  run: async (ctx, { meta }) => {
    const result = await runNextAuth(ctx, { browser: browserOf(meta), path: ['session'] })
    return answerOf(result, viewSessions(result))
  },
})

/** POST /api/auth/callback/siwe. Spec: Authentication. */
export const signInAccount = defineEndpoint({
  ...ofBrowser,
  name: 'signInAccount',
  method: 'POST',
  path: '/api/auth/callback/siwe',
  summary:
    'Sign an account in for a week, by a message that it has signed (EIP-4361), beside others',
  body: z
    .object({
      csrfToken,
      message: z
        .string('must be text')
        .max(2_000, 'must be a sign-in message (EIP-4361)')
        .describe('The message, with the nonce of this browser'),
      signature: z
        .string('must be text')
        .max(20_000, 'must be a signature as hex')
        .describe(
          'By the key of the account (EIP-191), which is good for all networks; or what its contract takes on the chain of the message (ERC-1271), which is good there and wherever else its code takes the same',
        ),
    })
    .meta({ id: 'SignIn' }),
  response: browserSessions
    .extend({
      unanswered: z
        .array(z.int())
        .describe(
          'Chain ids of networks that did not say whether a contract takes the signature: the session does not reach them',
        ),
    })
    .meta({ id: 'SignedIn' }),
  throws: ['Unauthorized', 'Conflict'],
  examples: [
    {
      summary: 'A signed message',
      given: 'a nonce that this browser has asked for',
      body: signInExample.body,
      varies: true,
      response: { sessions: [sessionExample], unanswered: [] },
    },
    messageRefusal({
      code: 'Unauthorized',
      summary: 'The same message again',
      body: signInExample.body,
      description: 'the nonce is not one of this browser, expired or used before: ask for another',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Without a signature',
      body: { ...signInExample.body, signature: undefined },
      description: 'signature is missing',
    }),
  ],
  run: async (ctx, { body, meta }) => {
    const request = { browser: browserOf(meta), path: ['callback', 'siwe'], body } as const
    const result = await runNextAuth(ctx, request)
    return answerOf(result, { ...viewSessions(result), unanswered: result.unanswered })
  },
})

/** POST /api/auth/signout. */
export const signOutAccounts = defineEndpoint({
  ...ofBrowser,
  name: 'signOutAccounts',
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'Sign all accounts of this browser out; their sessions are revoked',
  body: z.object({ csrfToken }).meta({ id: 'SignOut' }),
  response: browserSessions,
  examples: [
    {
      summary: 'Sign out',
      body: { csrfToken: signInExample.csrfToken },
      response: { sessions: [] },
    },
    messageRefusal({
      code: 'Forbidden',
      summary: 'The token of another browser',
      body: { csrfToken: 'ab'.repeat(32) },
      description: 'csrfToken is not that of this browser: ask for it anew',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Without the token',
      body: {},
      description: 'csrfToken is missing',
    }),
  ],
  run: async (ctx, { body, meta }) => {
    const result = await runNextAuth(ctx, { browser: browserOf(meta), path: ['signout'], body })
    return answerOf(result, viewSessions(result))
  },
})

const viewSessions = ({ sessions }: AuthAnswer) => ({ sessions: sessions.map(viewSession) })

function answerOf<B>({ cookie }: AuthAnswer, body: B) {
  const headers = cookie === undefined ? {} : { 'Set-Cookie': cookie }
  return answer({ status: 200, body, headers })
}
