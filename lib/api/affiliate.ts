import { z } from 'zod'
import { parseAffiliateCode } from '@/lib/affiliate/affiliate-code'
import type { Affiliate } from '@/lib/affiliate/affiliate-store'
import { getAffiliate, getAffiliateByCode } from '@/lib/affiliate/get-affiliate'
import { registerAffiliate } from '@/lib/affiliate/register-affiliate'
import type { Context } from '@/lib/context'
import { answer, defineEndpoint } from './endpoint'
import { address, addressText, isoTime } from './fields'

const tag = 'Affiliate'
const enabled = (ctx: Context) => ctx.config.cmsEnabled

const codeMessage = 'must be 5 to 20 letters, digits, - or _'
const code = z
  .string(codeMessage)
  .max(100, codeMessage)
  .transform((text) => parseAffiliateCode(text) ?? '')
  .refine((parsed) => parsed !== '', codeMessage)
  .meta({ examples: ['COW-12345'] })

const affiliate = z
  .object({ code: z.string(), walletAddress: addressText, createdAt: isoTime })
  .meta({ id: 'Affiliate' })

type View = Pick<Affiliate, 'code' | 'walletAddress' | 'createdAt'>
const view = ({ code, walletAddress, createdAt }: View): View => ({
  code,
  walletAddress,
  createdAt,
})

const example = {
  code: 'COW-12345',
  walletAddress: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  createdAt: '2026-11-21T09:30:00.000Z',
}

/** POST /affiliate/{walletAddress}. Spec: Affiliate registration, Authentication. */
export const createAffiliate = defineEndpoint({
  name: 'createAffiliate',
  method: 'POST',
  path: '/affiliate/{walletAddress}',
  summary: 'Bind an affiliate code to a wallet by its typed-data signature',
  tag,
  enabled,
  params: z.object({ walletAddress: address }),
  body: z.object({
    walletAddress: address,
    code,
    signedMessage: z.string('must be a signature as hex').min(1, 'must be a signature as hex'),
  }),
  response: affiliate,
  status: 201,
  throws: ['BadRequest', 'Unauthorized', 'Conflict'],
  examples: [
    {
      summary: 'Bind a code (signed over AffiliateCode; chainId is 1 on every network)',
      body: {
        walletAddress: example.walletAddress,
        code: example.code,
        signedMessage: `0x${'00'.repeat(64)}1b`,
      },
      response: example,
    },
  ],
  run: async (ctx, { params, body }) => {
    const registered = await registerAffiliate(ctx, { ...body, pathAddress: params.walletAddress })
    return answer({ status: 201, body: view(registered) })
  },
})

/** GET /affiliate/{walletAddress}: the code of a wallet. */
export const readAffiliate = defineEndpoint({
  name: 'readAffiliate',
  method: 'GET',
  path: '/affiliate/{walletAddress}',
  summary: 'The affiliate code of a wallet',
  tag,
  enabled,
  params: z.object({ walletAddress: address }),
  response: affiliate,
  throws: ['NotFound'],
  examples: [{ summary: 'A wallet with a code', response: example }],
  run: async (ctx, { params }) => view(await getAffiliate(ctx, params.walletAddress)),
})

/** GET /ref-codes/{code}: whether a code is taken. */
export const readAffiliateCode = defineEndpoint({
  name: 'readAffiliateCode',
  method: 'GET',
  path: '/ref-codes/{code}',
  summary: 'Whether an affiliate code exists: 200 taken, 404 free, 403 disabled',
  tag,
  enabled,
  params: z.object({ code }),
  response: affiliate,
  throws: ['NotFound', 'Forbidden'],
  examples: [{ summary: 'A code that is taken', response: example }],
  run: async (ctx, { params }) => view(await getAffiliateByCode(ctx, params.code)),
})
