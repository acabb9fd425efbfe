import { z } from 'zod'
import type { Context } from '@/lib/context'
import { findNetwork } from '@/lib/core/networks'
import { listListedTokens } from '@/lib/tokens/token-store'
import { checkReadiness } from './check-readiness'
import { answer, defineEndpoint } from './endpoint'
import { addressText, isoTime } from './fields'

/** GET /healthz: the process answers. */
export const getHealth = defineEndpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process answers',
  tag: 'Operations',
  limit: 'none',
  response: z.object({ status: z.literal('ok') }),
  run: async () => ({ status: 'ok' as const }),
})

/** GET /readyz: 503 with the reasons while this process should get no requests. */
export const getReadiness = defineEndpoint({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  summary: 'Whether database, migrations, networks and indexer are in order (503 when not)',
  tag: 'Operations',
  limit: 'none',
  response: z.object({ ready: z.boolean(), checks: z.record(z.string(), z.string()) }),
  run: async (ctx) => {
    const readiness = await checkReadiness(ctx)
    return answer({ status: readiness.ready ? 200 : 503, body: readiness })
  },
})

const tokenList = z
  .object({
    name: z.string(),
    timestamp: isoTime,
    version: z.object({ major: z.int(), minor: z.int(), patch: z.int() }),
    tokens: z.array(
      z.object({
        chainId: z.int(),
        address: addressText,
        name: z.string(),
        symbol: z.string(),
        decimals: z.int(),
        logoURI: z.string().optional(),
      }),
    ),
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
  query: z.object({ chainId: chainIdText.optional() }),
  response: tokenList,
  run: async (ctx, { query }) => describeTokens(ctx, query.chainId),
})

async function describeTokens(ctx: Context, chainId: number | undefined) {
  const rows = await listListedTokens(ctx.db, chainId ? [chainId] : ctx.config.chainIds)
  const tokens = rows.flatMap(({ name, symbol, decimals, logoUri, ...token }) => {
    if (name === undefined || symbol === undefined || decimals === undefined) return []
    const logo = logoUri === undefined ? {} : { logoURI: logoUri }
    return [{ chainId: token.chainId, address: token.address, name, symbol, decimals, ...logo }]
  })
  return {
    name: 'Coincide',
    timestamp: new Date(ctx.now()),
    version: { major: 1, minor: 0, patch: 0 },
    tokens,
  }
}
