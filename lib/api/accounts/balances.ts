import { z } from 'zod'
import type { BalanceEvent } from '@/lib/accounts/balance-event'
import { followBalances } from '@/lib/accounts/follow-balances'
import { listBalances, listHeldBalances } from '@/lib/accounts/list-balances'
import { parseRequestedTokens } from '@/lib/accounts/requested-tokens'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { type Example, malformedAccount, messageRefusal } from '@/lib/api/declare/example'
import { address, addressText, amountText } from '@/lib/api/declare/fields'
import { openFeed, stream } from '@/lib/api/declare/stream'
import { exampleOwner, exampleToken } from '@/lib/api/order-book/order-examples'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'

const amountOrNull = amountText.nullable()

/** A token balance of an account, as in lists and streams. */
const tokenBalance = z
  .object({
    token: z
      .object({
        address: addressText.describe('0xeeee… for the native token'),
        decimals: z.int().nullable().describe('Digits behind the point'),
        symbol: z.string().nullable().describe('Its short name'),
        name: z.string().nullable().describe('Its full name'),
      })
      .describe('The token; null: its contract does not say, or does not answer'),
    balance: amountOrNull.describe('Balance in atoms; null: the token does not answer'),
    allowance: amountOrNull.describe(
      'What the vault relayer may take, in atoms; null: the token does not answer, or needs none (the native one)',
    ),
  })
  .meta({ id: 'TokenBalance' })

const about = {
  chainId: z.int().describe('Network'),
  userAddress: addressText.describe('The account'),
  tokenAddress: addressText.describe('The token; 0xeeee… for the native one'),
  timestamp: z.int().describe('When it was seen, in milliseconds since 1970'),
}

/** Event data of a balance stream. */
const balanceEvent = z.union([
  z
    .object({ balances: z.array(tokenBalance).describe('In the sequence asked for') })
    .describe('initial_balances: what is held now'),
  z
    .object({
      type: z.literal('balance_change').describe('What has changed'),
      ...about,
      oldBalance: amountOrNull.describe('Before, in atoms'),
      newBalance: amountOrNull.describe('Now, in atoms'),
    })
    .describe('balance_update: a balance has changed'),
  z
    .object({
      type: z.literal('allowance_change').describe('What has changed'),
      ...about,
      oldAllowance: amountOrNull.describe('Before, in atoms'),
      newAllowance: amountOrNull.describe('Now, in atoms'),
    })
    .describe('balance_update: what the vault relayer may take has changed'),
])

const params = z.object({ account: address.describe('Account that is asked about') })
const query = z.object({
  tokens: z
    .string()
    .optional()
    .describe(
      'Token addresses, separated by commas, 1 to 100; 0xeeee… for the native one. A checksum must hold',
    ),
})

const exampleRequest = {
  params: { account: exampleOwner },
  query: { tokens: `${nativeToken},${exampleToken}` },
}
const balances = [
  {
    token: { address: nativeToken, decimals: 18, symbol: 'ETH', name: 'ETH' },
    balance: '9998471020000000000000',
    allowance: null,
  },
  {
    token: { address: exampleToken, decimals: 18, symbol: 'WETH', name: 'Wrapped Ether' },
    balance: '1000000000000000000000',
    allowance: '0',
  },
]

const refusals: readonly Example[] = [
  messageRefusal({
    code: 'BadRequest',
    summary: 'No token',
    params: { account: exampleOwner },
    description: 'At least one token address is required',
  }),
  messageRefusal({
    code: 'BadRequest',
    summary: 'A malformed token',
    params: { account: exampleOwner },
    query: { tokens: '0x12' },
    description: 'Invalid Ethereum address: 0x12',
  }),
]

/** The tokens of a network are in the database. */
const enabled = ({ hasDatabase }: Context) => hasDatabase

/** GET /{chainId}/accounts/{account}/balances. */
export const readBalances = defineEndpoint({
  name: 'readBalances',
  method: 'GET',
  path: '/{chainId}/accounts/{account}/balances',
  summary: 'What an account holds of some tokens, and lets the vault relayer take, at one block',
  tag: 'Market data',
  enabled,
  cacheControl: 'public, max-age=1',
  params,
  query,
  response: z.array(tokenBalance),
  throws: ['BadRequest'],
  examples: [
    { summary: 'The native token and WETH', ...exampleRequest, varies: true, response: balances },
    ...refusals,
  ],
  run: async (ctx, { params: { account }, query, network: { chainId } }) => {
    const tokens = parseRequestedTokens(query.tokens)
    return listBalances(ctx, { chainId, account, tokens })
  },
})

/** GET /{chainId}/accounts/{account}/balances/sse. */
export const streamBalances = defineEndpoint({
  name: 'streamBalances',
  method: 'GET',
  path: '/{chainId}/accounts/{account}/balances/sse',
  summary:
    'The same as server-sent events: initial_balances, then a balance_update for each change',
  tag: 'Market data',
  enabled,
  answers: 'events',
  params,
  query,
  response: balanceEvent,
  throws: ['BadRequest'],
  examples: [
    { summary: 'The first event', ...exampleRequest, varies: true, response: { balances } },
    ...refusals,
  ],
  run: async (ctx, { params: { account }, query, network: { chainId }, meta: { signal } }) => {
    const tokens = parseRequestedTokens(query.tokens)
    const input = { chainId, account, tokens, signal }
    const feed = openFeed<BalanceEvent['data']>((follower) => followBalances(ctx, input, follower))
    return stream(await feed, { retryMs: 2_000 })
  },
})

/** GET /{chainId}/address/{account}/balances. */
export const readHeldBalances = defineEndpoint({
  name: 'readHeldBalances',
  method: 'GET',
  path: '/{chainId}/address/{account}/balances',
  summary: 'All listed and tracked tokens that an account holds, and the native one, at one block',
  tag: 'Market data',
  enabled,
  cacheControl: 'public, max-age=5',
  params,
  response: z
    .object({
      balances: z
        .record(addressText, amountText.nullable())
        .describe('Atoms by token; 0xeeee… is the native one, null a token that does not answer'),
    })
    .meta({ id: 'HeldBalances' }),
  examples: [
    {
      summary: 'An account with Ether',
      params: { account: exampleOwner },
      varies: true,
      response: { balances: { [nativeToken]: '9998471020000000000000' } },
    },
    malformedAccount,
  ],
  run: async (ctx, { params: { account }, network: { chainId } }) => {
    const held = await listHeldBalances(ctx, { chainId, account })
    return { balances: Object.fromEntries(held) }
  },
})
