import { z } from 'zod'
import { getAffiliate, getAffiliateByCode } from '@/lib/affiliate/registration/get-affiliate'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { signingHint } from '@/lib/affiliate/registration/verify-registration'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { address } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import type { Context } from '@/lib/context'
import {
  affiliateBinding,
  affiliateCode,
  affiliateOffer,
  affiliateRecord,
  bindingExample,
  malformedCode,
  offerExample,
  recordExample,
  sentAffiliateCode,
  signatureExample,
  viewAffiliate,
  viewBinding,
  viewOffer,
} from './affiliate-fields'

const tag = 'Affiliate'
const enabled = (ctx: Context) => ctx.config.cmsEnabled

const registration = {
  walletAddress: bindingExample.walletAddress,
  code: bindingExample.code,
  signedMessage: signatureExample,
}
const params = { walletAddress: exampleOwner }
const otherWallet = `0x${'12'.repeat(20)}`
const wallet = address.describe('Wallet that owns the code')
const malformedWallet = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed address',
  params: { walletAddress: '0x12' },
  body: registration,
  description: 'walletAddress must be an address: 0x and 40 hexadecimal digits',
})

/** POST /affiliate/{walletAddress}. Spec: Affiliate registration, Authentication. */
export const createAffiliate = defineEndpoint({
  name: 'createAffiliate',
  method: 'POST',
  path: '/affiliate/{walletAddress}',
  summary: 'Bind an affiliate code to a wallet by its typed-data signature',
  tag,
  enabled,
  params: z.object({ walletAddress: wallet }),
  body: z
    .object({
      walletAddress: wallet.describe('The same as in the path'),
      code: sentAffiliateCode,
      signedMessage: z
        .string('must be a signature as hex')
        .min(1, 'must be a signature as hex')
        .describe('EIP-712 signature of AffiliateCode by the wallet, or what its contract takes'),
    })
    .meta({ id: 'AffiliateRegistration' }),
  response: affiliateBinding,
  status: 201,
  throws: ['BadRequest', 'Unauthorized', 'Conflict'],
  examples: [
    {
      summary: 'Bind a code (signed over AffiliateCode; chainId is 1 on every network)',
      params,
      body: registration,
      response: bindingExample,
    },
    messageRefusal({
      code: 'Unauthorized',
      summary: 'A signature of another code',
      params,
      body: { ...registration, code: 'COW-54321' },
      description: 'affiliate has invalid signature',
      hint: signingHint('Coincide Affiliate'),
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Another wallet in the path',
      params: { walletAddress: otherWallet },
      body: registration,
      description: 'affiliate wallet address mismatch',
    }),
    messageRefusal({
      code: 'Conflict',
      summary: 'A wallet that has a code',
      given: 'a registered affiliate',
      params,
      body: registration,
      description: 'affiliate wallet address already bound to a code',
    }),
    malformedWallet,
  ],
  run: async (ctx, { params, body }) => {
    const registered = await registerAffiliate(ctx, {
      ...body,
      ...body.code,
      pathAddress: params.walletAddress,
    })
    return answer({ status: 201, body: viewBinding(registered) })
  },
})

/** GET /affiliate/{walletAddress}: the code of a wallet, and what was promised for it. */
export const readAffiliate = defineEndpoint({
  name: 'readAffiliate',
  method: 'GET',
  path: '/affiliate/{walletAddress}',
  summary: 'The affiliate code of a wallet, and the terms it was registered on',
  tag,
  enabled,
  params: z.object({ walletAddress: wallet }),
  response: affiliateRecord,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'A wallet with a code',
      given: 'a registered affiliate',
      params,
      response: recordExample,
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A wallet without a code',
      params,
      description: 'affiliate not found',
    }),
    { ...malformedWallet, body: undefined },
  ],
  run: async (ctx, { params }) => viewAffiliate(await getAffiliate(ctx, params.walletAddress)),
})

/** GET /ref-codes/{code}: whether a code is taken. */
export const readAffiliateCode = defineEndpoint({
  name: 'readAffiliateCode',
  method: 'GET',
  path: '/ref-codes/{code}',
  summary: 'Whether an affiliate code exists: 200 taken, 404 free, 403 disabled',
  tag,
  enabled,
  params: z.object({ code: affiliateCode }),
  response: affiliateOffer,
  throws: ['NotFound', 'Forbidden'],
  examples: [
    {
      summary: 'A code that is taken',
      given: 'a registered affiliate',
      params: { code: bindingExample.code },
      response: offerExample,
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A code that is free',
      params: { code: bindingExample.code },
      description: 'affiliate code not found',
    }),
    malformedCode,
  ],
  run: async (ctx, { params }) => viewOffer(await getAffiliateByCode(ctx, params.code)),
})
