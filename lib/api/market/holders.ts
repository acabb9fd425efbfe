import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedTokenAddress, messageRefusal } from '@/lib/api/declare/example'
import { addressText, amountText, integerText, tokenOrNative } from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { ServiceError } from '@/lib/core/errors'
import { findTopHolders } from '@/lib/tokens/holders/find-top-holders'

/** Holders without `limit`: a page of a list. */
const defaultCount = 100
/** Maximum holders per request, some 100 KB of JSON. */
const maxHolders = 1_000

const holder = z
  .object({
    address: addressText.describe('The account that holds it'),
    balance: amountText.describe('What it holds, in atoms'),
  })
  .meta({ id: 'TokenHolder' })

const unknown = 'holders not found'

/** GET /{chainId}/tokens/{tokenAddress}/topHolders. Spec: Token holder. */
export const getTopHolders = defineEndpoint({
  name: 'getTopHolders',
  method: 'GET',
  path: '/{chainId}/tokens/{tokenAddress}/topHolders',
  summary: 'The accounts that hold most of a token, largest first',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 30, staleSeconds: 600 },
  params: z.object({ tokenAddress: tokenOrNative }),
  query: z.object({
    limit: integerText(1, maxHolders)
      .optional()
      .describe(`How many at most; ${defaultCount} unless given`),
  }),
  response: z.array(holder),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'The largest holder of WETH',
      given: 'a market that is indexed',
      params: { tokenAddress: exampleToken },
      query: { limit: '1' },
      varies: true,
      response: [{ address: `0x${'11'.repeat(20)}`, balance: '1000000000000000000' }],
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'A token whose holders nobody keeps',
      params: { tokenAddress: unknownToken },
      description: unknown,
    }),
    messageRefusal({
      code: 'NotFound',
      summary: 'The native token, of which no contract tells holders',
      params: { tokenAddress: '-' },
      description: unknown,
    }),
    malformedTokenAddress,
    messageRefusal({
      code: 'BadRequest',
      summary: 'More than are told at once',
      params: { tokenAddress: exampleToken },
      query: { limit: '1001' },
      description: 'limit must be a whole number from 1 to 1000',
    }),
  ],
  run: async (ctx, { params, query, network }) => {
    const token = params.tokenAddress
    const limit = query.limit ?? defaultCount
    const top = await findTopHolders(ctx, { chainId: network.chainId, token, limit })
    if (!top) throw new ServiceError('NotFound', unknown)
    return answer({ status: 200, body: top.holders, headers: lastModified(top.asOf) })
  },
})
