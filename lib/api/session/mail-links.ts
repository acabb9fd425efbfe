import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { confirmMail } from '@/lib/channels/email/mail-confirmation'
import { unsubscribeMail } from '@/lib/channels/email/unsubscribe-mail'
import { alwaysOfChannels, ofChannels } from './subscription-fields'

const token = z
  .string('must be the token of the link')
  .max(200, 'must be the token of the link')
  .describe('Token of the link in the mail')
const example =
  '0b3f9a527c1e4f669d0a51c2f4a7e810.towd20.hUEeYXzJweh_umrGHd-OFddrhh7mGMCdZFMgG2SBeCA'
/** Secret of the unsubscribe links in the examples. */
export const unsubscribeSecretExample = '-HlqaWmreZQWLvS-Djd-ZAAPFsJ-m_rBgr8Ee-cHEIo'
const unsubscription = {
  params: { token: `0b3f9a527c1e4f669d0a51c2f4a7e810.${unsubscribeSecretExample}` },
} as const

/** POST /api/account/confirm. */
export const confirmMailAddress = defineEndpoint({
  ...ofChannels,
  name: 'confirmMailAddress',
  method: 'POST',
  path: '/api/account/confirm',
  summary: 'Agree to mails, by the link of the first one: within 24 hours',
  body: z.object({ token }).meta({ id: 'MailConfirmation' }),
  response: z.object({ account: addressText.describe('Account whose notifications are sent') }),
  throws: ['BadRequest', 'ServiceUnavailable'],
  examples: [
    {
      summary: 'Agree',
      given: 'a mail with a link',
      body: { token: example },
      response: { account: exampleOwner },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A link of what was removed since',
      body: { token: example },
      description: 'this link is too old or was replaced; ask for another one under Notifications',
      reason: { code: 'linkExpired' },
    }),
  ],
  run: async (ctx, { body }) => ({ account: await confirmMail(ctx, body.token) }),
})

/** POST /api/account/unsubscribe/{token}. RFC 8058. */
export const unsubscribeFromMail = defineEndpoint({
  ...alwaysOfChannels,
  name: 'unsubscribeFromMail',
  method: 'POST',
  path: '/api/account/unsubscribe/{token}',
  summary:
    'End mails at once, by a link in any of them; mail programs ask this for their readers (RFC 8058)',
  params: z.object({ token }),
  response: z.object({ unsubscribed: z.literal(true).describe('No further mail is sent') }),
  throws: ['BadRequest', 'ServiceUnavailable'],
  examples: [
    {
      summary: 'Unsubscribe',
      given: 'a mail with a link',
      ...unsubscription,
      response: { unsubscribed: true },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A link that is not ours',
      params: { token: 'made-up' },
      description: 'this is no link of a mail of ours',
      reason: { code: 'linkForged' },
    }),
  ],
  run: async (ctx, { params }) => {
    await unsubscribeMail(ctx, params.token)
    return { unsubscribed: true as const }
  },
})
