import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedTokenAddress, messageRefusal } from '@/lib/api/declare/example'
import { address, addressText, tokenOrNative } from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { ServiceError } from '@/lib/core/errors'
import { listTokenDetails } from '@/lib/tokens/list-token-details'

/** Maximum tokens per request: each unknown one costs calls of its contract. */
const maxTokens = 100

const details = z
  .object({
    address: addressText.describe('The token; 0xeeee… for the native one'),
    name: z.string().optional().describe('Its name, cleaned for display'),
    symbol: z.string().optional().describe('Its symbol, cleaned for display'),
    decimals: z.int().optional().describe('Decimal places of its amounts'),
  })
  .meta({ id: 'TokenDetails' })

const weth = {
  address: exampleToken,
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
}
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** GET /{chainId}/tokens/{tokenAddress}/details. */
export const getTokenDetails = defineEndpoint({
  name: 'getTokenDetails',
  method: 'GET',
  path: '/{chainId}/tokens/{tokenAddress}/details',
  summary: 'Name, symbol and decimals of a token, as far as its contract tells them',
  tag: 'Market data',
  cacheControl: 'public, max-age=3600',
  cache: { freshSeconds: 86_400, staleSeconds: 604_800 },
  params: z.object({ tokenAddress: tokenOrNative }),
  response: details,
  throws: ['NotFound'],
  examples: [
    { summary: 'WETH', params: { tokenAddress: weth.address }, response: weth },
    {
      summary: 'The native token',
      params: { tokenAddress: native },
      response: { address: native, name: 'ETH', symbol: 'ETH', decimals: 18 },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'An address that is no token',
      params: { tokenAddress: unknownToken },
      description: 'Token not found',
    }),
    malformedTokenAddress,
  ],
  run: async (ctx, { params, network }) => {
    const addresses = [params.tokenAddress]
    const [found] = await listTokenDetails(ctx, { chainId: network.chainId, addresses })
    if (!found) throw new ServiceError('NotFound', 'Token not found')
    return viewDetails(found)
  },
})

/** POST /{chainId}/tokens/details. */
export const listDetailsOfTokens = defineEndpoint({
  name: 'listDetailsOfTokens',
  method: 'POST',
  path: '/{chainId}/tokens/details',
  summary: 'Details of up to 100 tokens, in the sequence given; what is no token is left out',
  tag: 'Market data',
  limit: 'reads',
  body: z
    .object({
      tokenAddresses: z
        .array(address, 'must be a list of addresses')
        .min(1, 'must name at least one token')
        .max(maxTokens, `must name at most ${maxTokens} tokens`)
        .describe('Tokens, 1 to 100'),
    })
    .meta({ id: 'TokenAddresses' }),
  response: z.array(details),
  throws: ['NotFound'],
  examples: [
    {
      summary: 'Two addresses, of which one is no token',
      body: { tokenAddresses: [unknownToken, weth.address] },
      response: [weth],
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'No token among them',
      body: { tokenAddresses: [unknownToken] },
      description: 'No tokens found',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'No address',
      body: { tokenAddresses: [] },
      description: 'tokenAddresses must name at least one token',
    }),
  ],
  run: async (ctx, { body, network }) => {
    const { chainId } = network
    const found = await listTokenDetails(ctx, { chainId, addresses: body.tokenAddresses })
    if (found.length === 0) throw new ServiceError('NotFound', 'No tokens found')
    return found.map(viewDetails)
  },
})

type Details = Awaited<ReturnType<typeof listTokenDetails>>[number]

function viewDetails({ address, name, symbol, decimals }: Details) {
  return {
    address,
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(decimals === undefined ? {} : { decimals }),
  }
}
