import { z } from 'zod'
import { type AffiliateEntry, listAffiliates } from '@/lib/affiliate/registration/affiliate-store'
import { getByCode } from '@/lib/affiliate/registration/manage-code'
import {
  affiliateCode,
  affiliateRecord,
  bindingExample,
  malformedCode,
  recordExample,
  signatureExample,
  viewAffiliate,
} from '@/lib/api/affiliate/affiliate-fields'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { hexText, idText, isoTime } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import { parseAddress } from '@/lib/core/address'
import { type CodeChange, changeCode } from '@/lib/operator/change-code'
import {
  contentOperator,
  listLimit,
  maxPageSize,
  ofContent,
  reason,
  tooMany,
  withoutKey,
} from './content-fields'

const entry = affiliateRecord
  .extend({
    id: z.string().describe('Number of the registration; later ones are higher'),
    signedMessage: hexText.describe('Signature that bound the code'),
    enabled: z.boolean().describe('Whether no operator has switched the code off'),
    freedAt: isoTime.nullable().describe('When the wallet was let go of; null: it is not'),
    keptFor: z
      .string()
      .nullable()
      .describe('Who may bind a freed code: nobody, anybody or a wallet; null: it is not freed'),
  })
  .meta({ id: 'ContentAffiliate' })

const params = z.object({ code: affiliateCode })

const keptMessage = 'must be nobody, anybody or an address: 0x and 40 hexadecimal digits'
const keptFor = z
  .string(keptMessage)
  .transform((text) => (text === 'nobody' || text === 'anybody' ? text : parseAddress(text)))
  .refine((kept) => kept !== undefined, keptMessage)
  .default('nobody')
  .describe('Who may bind the code anew: nobody, anybody or a wallet; nobody unless given')

const view = (affiliate: AffiliateEntry) => ({
  ...viewAffiliate(affiliate),
  id: affiliate.id,
  signedMessage: affiliate.signedMessage,
  enabled: affiliate.enabled,
  freedAt: affiliate.freedAt ?? null,
  keptFor: affiliate.keptFor ?? null,
})

const example = {
  ...recordExample,
  id: '1',
  signedMessage: signatureExample,
  enabled: true,
  freedAt: null,
  keptFor: null,
}
const given = 'a registered affiliate'
const named = { params: { code: bindingExample.code } }
const unknownCode = messageRefusal({
  code: 'NotFound',
  summary: 'A code that nobody has',
  ...named,
  description: `nobody has the code ${bindingExample.code}`,
})
const refusals = [unknownCode, malformedCode, { ...withoutKey, ...named }]

/** GET /api/content/affiliates. */
export const listContentAffiliates = defineEndpoint({
  ...ofContent,
  name: 'listContentAffiliates',
  method: 'GET',
  path: '/api/content/affiliates',
  summary: 'Affiliates, the newest first; those that were freed too',
  query: z.object({
    limit: listLimit,
    before: idText.optional().describe('ID of an affiliate; those older than it are listed'),
  }),
  response: z.array(entry),
  examples: [
    { summary: 'One affiliate', given, query: { limit: '1' }, response: [example] },
    tooMany,
    withoutKey,
  ],
  run: async (ctx, { query: { limit = maxPageSize, before } }) => {
    const affiliates = await listAffiliates(ctx.db, { limit, before })
    return affiliates.map(view)
  },
})

/** GET /api/content/affiliates/{code}. */
export const readContentAffiliate = defineEndpoint({
  ...ofContent,
  name: 'readContentAffiliate',
  method: 'GET',
  path: '/api/content/affiliates/{code}',
  summary: 'Whose a code is, disabled or not',
  params,
  response: entry,
  throws: ['NotFound'],
  examples: [{ summary: 'A code', given, ...named, response: example }, ...refusals],
  run: async (ctx, { params: { code } }) =>
    view({ ...(await getByCode(ctx.db, code)), freedAt: undefined, keptFor: undefined }),
})

/** PATCH /api/content/affiliates/{code}. */
export const changeContentAffiliate = defineEndpoint({
  ...ofContent,
  name: 'changeContentAffiliate',
  method: 'PATCH',
  path: '/api/content/affiliates/{code}',
  summary: 'Switch a code off or on; trades count for it while it is on',
  params,
  body: z
    .object({ enabled: z.boolean('must be true or false').describe('Whether it is on'), reason })
    .meta({ id: 'ContentAffiliateChange' }),
  response: entry,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'Switch a code off',
      given,
      ...named,
      body: { enabled: false, reason: 'spam' },
      response: { ...example, enabled: false },
    },
    ...refusals.map((refused) => ({ ...refused, body: { enabled: false } })),
  ],
  run: async (ctx, { params: { code }, body: { enabled, reason } }) =>
    change(ctx, { code, change: { enabled }, reason }),
})

/** DELETE /api/content/affiliates/{code}. */
export const freeContentAffiliate = defineEndpoint({
  ...ofContent,
  name: 'freeContentAffiliate',
  method: 'DELETE',
  path: '/api/content/affiliates/{code}',
  summary: 'Let go of a wallet, which may bind another code; what was earned stays',
  params,
  query: z.object({ reason, for: keptFor }),
  response: entry,
  throws: ['NotFound', 'Conflict'],
  examples: [
    {
      summary: 'Free a code',
      given,
      ...named,
      query: { reason: 'asked by its owner' },
      response: { ...example, freedAt: bindingExample.createdAt, keptFor: 'nobody' },
    },
    ...refusals,
  ],
  run: async (ctx, { params: { code }, query: { reason, for: keptFor } }) =>
    change(ctx, { code, change: { keptFor }, reason }),
})

async function change(ctx: Context, request: Omit<CodeChange, 'operator'>) {
  return view(await changeCode(ctx, { ...request, operator: contentOperator }))
}
