import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint, type RequestMeta } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { isoTime } from '@/lib/api/declare/fields'
import { exampleOwner, exampleSeconds } from '@/lib/api/order-book/order-examples'
import type { Browser } from '@/lib/sessions/browser'
import { issueNonce } from '@/lib/sessions/make-nonce'
import { type AuthAnswer, runNextAuth } from '@/lib/sessions/next-auth'
import { signInStatement } from '@/lib/sessions/sign-in-message'
import { browserSessions, sessionExample, viewSession } from './session-fields'

const exampleNonce = '5f'.repeat(20)
const exampleCsrfToken = 'c5'.repeat(32)

const exampleMessage = `localhost wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Sign in to see your notifications and to choose where they go. This costs nothing and moves no tokens.

URI: http://localhost
Version: 1
Chain ID: 1
Nonce: ${exampleNonce}
Issued At: 2026-11-21T09:30:00.000Z
Expiration Time: 2026-11-21T09:35:00.000Z`

/** Example sign-in of {@link exampleOwner} at {@link exampleSeconds} on `http://localhost`. */
export const signInExample = {
  account: exampleOwner,
  at: exampleSeconds,
  nonce: exampleNonce,
  csrfToken: exampleCsrfToken,
  body: {
    csrfToken: exampleCsrfToken,
    message: exampleMessage,
    signature:
      '0xbe30f9146ae47715a24e59565b1109224eb15a82738c9a942f78468eb0ef13f022e66de71c782b07ac333d6eb9906df12f48bbb2fea1cd3102dce508a28641f51c',
  },
}

/** Shared declaration of the sign-in and sign-out endpoints. */
const ofBrowser = { tag: 'Account', access: 'browser' } as const

/** Returns the calling browser of an endpoint with access `browser`. */
function browserOf({ browser }: RequestMeta): Browser {
  if (browser) return browser
  throw new Error('called without a browser: the endpoint has another access')
}

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
          'Chain IDs of networks that did not say whether a contract takes the signature: the session does not reach them',
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

/** GET /api/account/nonce. */
export const readNonce = defineEndpoint({
  ...ofBrowser,
  name: 'readNonce',
  method: 'GET',
  path: '/api/account/nonce',
  summary:
    'A nonce for one sign-in in this browser within five minutes, and what it is signed with',
  limit: 'writes',
  response: z
    .object({
      nonce: z.string().describe('160 random bits; works once'),
      domain: z.string().describe('domain of the message'),
      uri: z.string().describe('URI of the message'),
      statement: z.string().describe('Statement of the message'),
      issuedAt: isoTime.describe('Issued At of the message, by the clock of the service'),
      expirationTime: isoTime.describe('Expiration Time of the message'),
    })
    .meta({ id: 'SignInNonce' }),
  examples: [
    {
      summary: 'A nonce',
      varies: true,
      response: {
        nonce: signInExample.nonce,
        domain: 'localhost',
        uri: 'http://localhost',
        statement: signInStatement,
        issuedAt: '2026-11-21T09:30:00.000Z',
        expirationTime: '2026-11-21T09:35:00.000Z',
      },
    },
  ],
  run: async (ctx, { meta }) => {
    const { origin } = browserOf(meta)
    const { nonce, issuedAtMs, expirationTimeMs, cookie } = await issueNonce(ctx, browserOf(meta))
    return answer({
      status: 200,
      body: {
        nonce,
        domain: new URL(origin).host,
        uri: origin,
        statement: signInStatement,
        issuedAt: new Date(issuedAtMs),
        expirationTime: new Date(expirationTimeMs),
      },
      headers: { 'Set-Cookie': cookie },
    })
  },
})
