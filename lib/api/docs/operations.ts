import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import { findNetwork } from '@/lib/core/networks'
import { listTokens } from '@/lib/tokens/list-tokens'

/** GET /healthz: liveness of the process. */
export const getHealth = defineEndpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process answers',
  tag: 'Operations',
  limit: 'none',
  response: z.object({ status: z.literal('ok').describe('The process answers') }),
  examples: [{ summary: 'It does', response: { status: 'ok' } }],
  run: async () => ({ status: 'ok' as const }),
})

const tokenList = z
  .object({
    name: z.string().describe('Name of the list'),
    timestamp: isoTime.describe('When the list changed last'),
    version: z
      .object({
        major: z.int().describe('Always 1'),
        minor: z.int().describe('Always 0'),
        patch: z.int().describe('Always 0'),
      })
      .describe('Version of the list'),
    tokens: z
      .array(
        z.object({
          chainId: z.int().describe('Network of the token'),
          address: addressText.describe('Contract of the token'),
          name: z.string().describe('Name of the token'),
          symbol: z.string().describe('Symbol of the token'),
          decimals: z.int().describe('Digits after the point that its atoms make'),
          logoURI: z.string().optional().describe('Where a picture of it is'),
        }),
      )
      .describe('The listed tokens'),
  })
  .meta({ id: 'TokenList' })

const chainIdText = z
  .string('must be a network: its chain id or name')
  .refine((text) => findNetwork(text) !== undefined, 'must be a network: its chain id or name')
  .transform((text) => findNetwork(text)?.chainId)

/** GET /tokenlist.json: the listed tokens in the Uniswap token-list schema. */
export const getTokenList = defineEndpoint({
  name: 'getTokenList',
  method: 'GET',
  path: '/tokenlist.json',
  summary: 'Listed tokens, in the Uniswap token-list schema',
  tag: 'Operations',
  cacheControl: 'public, max-age=60',
  query: z.object({
    chainId: chainIdText.optional().describe('A network, by chain ID or name; all unless given'),
  }),
  response: tokenList,
  examples: [
    {
      summary: 'Tokens of mainnet',
      query: { chainId: '1' },
      varies: true,
      response: {
        name: 'Coincide',
        timestamp: '2026-11-21T09:30:00.000Z',
        version: { major: 1, minor: 0, patch: 0 },
        tokens: [
          {
            chainId: 1,
            address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
            name: 'Wrapped Ether',
            symbol: 'WETH',
            decimals: 18,
          },
        ],
      },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'An unknown network',
      query: { chainId: '7' },
      description: 'chainId must be a network: its chain id or name',
    }),
  ],
  run: async (ctx, { query }) => describeTokens(ctx, query.chainId),
})

async function describeTokens(ctx: Context, chainId: number | undefined) {
  const listed = await listTokens(ctx, { chainIds: chainId ? [chainId] : ctx.config.chainIds })
  const tokens = listed.map(({ logoUri, ...token }) => ({
    ...token,
    ...(logoUri === undefined ? {} : { logoURI: logoUri }),
  }))
  return {
    name: 'Coincide',
    timestamp: new Date(ctx.now()),
    version: { major: 1, minor: 0, patch: 0 },
    tokens,
  }
}
