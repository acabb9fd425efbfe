import { privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { nativeToken } from '@/lib/core/address'
import type { ErrorCase, ErrorFixture, Sent, Site } from './error-fixture'

type Registration = { readonly account: number; readonly code: string; readonly change?: object }

/** Returns a registration signed by the account, with changes applied after signing. */
async function registration(
  { network, ctx }: ErrorFixture,
  { account, code, change = {} }: Registration,
): Promise<Sent> {
  const { address: walletAddress = '0x', privateKey = '0x' } = network.accounts[account] ?? {}
  const data = affiliateTypedData(ctx.config.affiliateName, { walletAddress, code })
  const signedMessage = await privateKeyToAccount(privateKey).signTypedData(data)
  const body = { walletAddress, code, signedMessage, ...change }
  return { method: 'POST', path: `/affiliate/${walletAddress}/`, body }
}

/** Registers a code; an existing registration also counts. */
async function register(fixture: ErrorFixture, given: Registration): Promise<void> {
  const { status } = await fixture.send(await registration(fixture, given))
  if (status !== 201 && status !== 409) throw new Error(`the affiliate was answered ${status}`)
}

const get =
  (path: string, site: Site = 'sound') =>
  (): Sent => ({ method: 'GET', path, site })
const someone = `0x${'ab'.repeat(20)}`
const message = { format: 'message' } as const
const retry = { headers: { 'retry-after': /^[1-9]$/ } } as const

/** The spec's market-data, affiliate and notification errors. */
export const messageErrors: readonly ErrorCase[] = [
  {
    ...message,
    code: 'NotFound',
    name: 'token price not found',
    description: /^price not found$/,
    request: get(`/1/tokens/${someone}/usdPrice`),
  },
  ...(
    [
      ['tokenAddress', '/mainnet/tokens/0x12/usdPrice'],
      ['account', '/accounts/vitalik.eth/notifications'],
      ['walletAddress', `/affiliate/${someone.slice(0, -1)}`],
    ] as const
  ).map(
    ([field, path]): ErrorCase => ({
      ...message,
      code: 'BadRequest',
      name: `malformed ${field}`,
      description: new RegExp(`^${field} must be an address`),
      request: get(path),
    }),
  ),
  {
    ...message,
    code: 'BadRequest',
    name: 'affiliate wallet address mismatch',
    description: /^affiliate wallet address mismatch$/,
    request: (fixture) =>
      registration(fixture, { account: 1, code: 'ERRORS-1', change: { walletAddress: someone } }),
  },
  {
    ...message,
    code: 'BadRequest',
    name: 'affiliate code of four letters',
    description: /^code must be 5 to 20 letters, digits, - or _$/,
    request: (fixture) =>
      registration(fixture, { account: 1, code: 'ERRORS-1', change: { code: 'ABCD' } }),
  },
  {
    ...message,
    code: 'Unauthorized',
    name: 'affiliate signature invalid',
    description: /^affiliate has invalid signature$/,
    data: { hint: /^the wallet signs AffiliateCode / },
    request: (fixture) =>
      registration(fixture, { account: 1, code: 'ERRORS-1', change: { code: 'ERRORS-2' } }),
  },
  {
    ...message,
    code: 'Conflict',
    name: 'affiliate code already exists',
    description: /^affiliate code already taken$/,
    request: async (fixture) => {
      await register(fixture, { account: 2, code: 'ERRORS-3' })
      return registration(fixture, { account: 3, code: 'ERRORS-3' })
    },
  },
  {
    ...message,
    code: 'Conflict',
    name: 'affiliate wallet bound to another code',
    description: /^affiliate wallet address already bound to a code$/,
    request: async (fixture) => {
      await register(fixture, { account: 2, code: 'ERRORS-3' })
      return registration(fixture, { account: 2, code: 'ERRORS-4' })
    },
  },
  {
    ...message,
    code: 'Forbidden',
    name: 'affiliate code disabled by the operator',
    description: /^affiliate code disabled$/,
    request: async (fixture) => {
      await register(fixture, { account: 4, code: 'ERRORS-5' })
      await fixture.database.db.affiliate.updateMany({
        where: { code: 'ERRORS-5' },
        data: { enabled: false },
      })
      return { method: 'GET', path: '/ref-codes/errors-5' }
    },
  },
  {
    ...message,
    code: 'Unauthorized',
    name: 'content API without its key',
    description: /^send the key of the content API as Authorization: Bearer <key>$/,
    request: get('/api/content/affiliates'),
  },
  {
    ...message,
    code: 'ServiceUnavailable',
    name: 'notifications switched off',
    description: /^service unavailable$/,
    request: get(`/accounts/${someone}/notifications`, 'switched off'),
  },
  ...[
    `/accounts/${someone}/notifications`,
    `/mainnet/accounts/${someone}/balances?tokens=${nativeToken}`,
    `/mainnet/accounts/${someone}/balances/sse?tokens=${nativeToken}`,
    `/mainnet/address/${someone}/balances`,
  ].map(
    (path): ErrorCase => ({
      ...message,
      code: 'ServiceUnavailable',
      name: `without a configured database: ${path.replace(/0x\w+/g, '…')}`,
      description: /^service unavailable$/,
      request: get(path, 'database unset'),
    }),
  ),
  {
    ...message,
    code: 'ServiceUnavailable',
    name: 'affiliate registration switched off',
    description: /^service unavailable$/,
    request: async (fixture) => ({
      ...(await registration(fixture, { account: 1, code: 'ERRORS-6' })),
      site: 'switched off',
    }),
  },
  {
    ...message,
    ...retry,
    code: 'InternalServerError',
    name: 'notifications while the database does not answer',
    description: /try again later/,
    request: get(`/accounts/${someone}/notifications`, 'without database'),
  },
  {
    ...message,
    ...retry,
    code: 'InternalServerError',
    name: 'affiliate registration by a wallet contract while the chain does not answer',
    description: /did not answer/,
    request: async (fixture) => ({
      ...(await registration(fixture, {
        account: 1,
        code: 'ERRORS-7',
        change: { signedMessage: '0x12' },
      })),
      site: 'without chain',
    }),
  },
  {
    ...message,
    code: 'RateLimited',
    name: 'affiliate registration: the 6th of a second',
    description: /^more than 5 requests per second, try again later$/,
    headers: { 'retry-after': /^1$/ },
    request: async (fixture) => ({
      ...(await registration(fixture, { account: 1, code: 'ERRORS-8', change: { code: '' } })),
      site: 'limited',
      times: 6,
    }),
  },
]
