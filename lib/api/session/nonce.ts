import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { isoTime } from '@/lib/api/declare/fields'
import { issueNonce } from '@/lib/sessions/make-nonce'
import { signInStatement } from '@/lib/sessions/sign-in-message'
import { browserOf, ofBrowser } from './browser-of'
import { signInExample } from './sign-in-example'

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
