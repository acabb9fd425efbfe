import { nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { ErrorCase, ErrorFixture, Sent, Site } from './error-fixture'

type Fields = Readonly<Record<string, unknown>>

/** Returns a valid quote request with changes; undefined omits a field. */
function quote({ network }: ErrorFixture, change: Fields = {}, more: Partial<Sent> = {}): Sent {
  const { WETH, USDC } = network.tokens
  const body = {
    kind: 'sell',
    sellAmountBeforeFee: '1000000000000000000',
    sellToken: WETH,
    buyToken: USDC,
    from: network.accounts[1]?.address,
    ...change,
  }
  return { method: 'POST', path: '/api/v1/quote', body, ...more }
}

const changed =
  (change: Fields | ((fixture: ErrorFixture) => Fields)) =>
  (fixture: ErrorFixture): Sent =>
    quote(fixture, typeof change === 'function' ? change(fixture) : change)

const invalid = (name: string, change: Fields, description: RegExp): ErrorCase => ({
  code: 'InvalidParameter',
  name,
  description,
  request: changed(change),
})

const noSell = { sellAmountBeforeFee: undefined }
const atoms = 'a string of decimal digits without sign or leading zero'
const addressForm = 'must be an address: 0x and 40 hexadecimal digits'

const malformed: readonly ErrorCase[] = [
  ...['sellToken', 'buyToken', 'from', 'kind'].map((field) =>
    invalid(`${field} missing`, { [field]: undefined }, new RegExp(`^${field} is missing$`)),
  ),
  ...['sellToken', 'buyToken', 'from', 'receiver'].map((field) =>
    invalid(`${field} no address`, { [field]: '0x12' }, new RegExp(`^${field} ${addressForm}$`)),
  ),
  invalid('kind not sell or buy', { kind: 'swap' }, /^kind must be sell or buy$/),
  invalid('no size of a sell quote', noSell, /^sellAmountBeforeFee is missing/),
  invalid('no size of a buy quote', { ...noSell, kind: 'buy' }, /^buyAmountAfterFee is missing/),
  ...['1.5', '0x10', '-1', '+1', '01', ' 1', '', 1000].map((value) =>
    invalid(
      `amount ${JSON.stringify(value)}`,
      { sellAmountBeforeFee: value },
      new RegExp(`^sellAmountBeforeFee must be ${atoms}`),
    ),
  ),
  invalid('amount 0', { sellAmountBeforeFee: '0' }, /^sellAmountBeforeFee must be more than 0$/),
  invalid(
    'amount over uint256',
    { sellAmountBeforeFee: String(maxUint256 + 1n) },
    /^sellAmountBeforeFee must fit uint256$/,
  ),
  invalid(
    'two sizes',
    { sellAmountAfterFee: '5' },
    /give one size only, not sellAmountBeforeFee and sellAmountAfterFee/,
  ),
  invalid(
    'a size of the other kind',
    { kind: 'buy' },
    /^sellAmountBeforeFee does not fit kind buy; use buyAmountAfterFee$/,
  ),
  invalid(
    'both expiries',
    { validFor: 60, validTo: 2_000_000_000 },
    /^give validFor or validTo, not both$/,
  ),
  invalid('validFor 0', { validFor: 0 }, /^validFor must be more than 0$/),
  invalid('validFor over uint32', { validFor: 2 ** 32 }, /^validFor must be at most 4294967295$/),
  invalid('validTo in the past', { validTo: 1_700_000_000 }, /^validTo is in the past/),
  invalid(
    'onchainOrder with an ECDSA scheme',
    { onchainOrder: true },
    /^onchainOrder needs signingScheme presign or eip1271$/,
  ),
  ...[0, -5, 1.5, '5'].map((timeout) =>
    invalid(`timeout ${JSON.stringify(timeout)}`, { timeout }, /^timeout must be/),
  ),
  invalid('an unknown priceQuality', { priceQuality: 'best' }, /^priceQuality must be fast,/),
  invalid('an unknown signingScheme', { signingScheme: 'eip1' }, /^signingScheme must be eip712,/),
  invalid('an unknown balance', { sellTokenBalance: 'x' }, /^sellTokenBalance must be erc20,/),
]

const outage = (name: string, site: Site): ErrorCase => ({
  code: 'InternalServerError',
  name: `quote: ${name}`,
  description: /did not answer/,
  request: (fixture) => quote(fixture, {}, { site }),
  headers: { 'retry-after': /^[1-9]$/ },
})

/** The spec's quoting errors, and those of the public API where the spec is silent. */
export const quoteErrors: readonly ErrorCase[] = [
  {
    code: 'SellAmountDoesNotCoverFee',
    name: 'a sell amount too small for the network cost',
    description: /^sell amount 1 does not cover the network cost of \d+; sell more than that$/,
    data: { fee_amount: /^0x[0-9a-f]+$/ },
    request: changed({ sellAmountBeforeFee: '1' }),
  },
  {
    code: 'NoLiquidity',
    name: 'no path between the tokens',
    description: /try a smaller amount or another token/,
    request: changed(({ network }) => ({ sellToken: network.fixtures?.isolatedToken })),
  },
  {
    code: 'NoLiquidity',
    name: 'no path at the amount',
    description: /at this amount/,
    request: changed({ ...noSell, kind: 'buy', buyAmountAfterFee: `1${'0'.repeat(40)}` }),
  },
  {
    code: 'UnsupportedToken',
    name: 'quote: a fee on transfer',
    description: /\(0x[0-9a-f]{40}\) is not supported: it takes a fee on transfer/,
    request: changed(({ network }) => ({ sellToken: network.fixtures?.feeOnTransferToken })),
  },
  {
    code: 'UnsupportedToken',
    name: 'quote: a rebasing token',
    description: /is not supported: its balances change by themselves/,
    request: changed(({ network }) => ({ buyToken: network.fixtures?.rebasingToken })),
  },
  {
    code: 'UnsupportedToken',
    name: 'quote: an address without a contract',
    description: /there is no ERC-20 contract at this address/,
    request: changed({ buyToken: `0x${'ab'.repeat(20)}` }),
  },
  {
    code: 'InvalidNativeSellToken',
    name: 'quote: the native token sold',
    description: /sell the wrapped one, 0x/,
    request: changed({ sellToken: nativeToken }),
  },
  {
    code: 'SameBuyAndSellToken',
    name: 'quote: one token for both',
    description: /sellToken and buyToken are the same token/,
    request: changed(({ network }) => ({ buyToken: network.tokens.WETH })),
  },
  {
    code: 'SameBuyAndSellToken',
    name: 'quote: the wrapped token for the native one',
    description: /buyToken is what sellToken wraps; unwrap it/,
    request: changed({ buyToken: nativeToken }),
  },
  {
    code: 'InvalidAppData',
    name: 'quote: a document that is no JSON',
    description: /cannot be used: it is not JSON/,
    request: changed({ appData: '{' }),
  },
  {
    code: 'AppDataHashMismatch',
    name: 'quote: a hash that is not the document’s',
    description: /has the hash 0x[0-9a-f]{64}, not appDataHash/,
    request: changed({ appData: '{}', appDataHash: `0x${'12'.repeat(32)}` }),
  },
  ...[
    { name: 'a malformed hash', change: { appData: '{}', appDataHash: '0x12' } },
    { name: 'a hash without a document', change: { appDataHash: `0x${'12'.repeat(32)}` } },
    { name: 'app data that is no text', change: { appData: 5 } },
  ].map(
    ({ name, change }): ErrorCase => ({
      code: 'InvalidAppData',
      name: `quote: ${name}`,
      description: /^appData(?:Hash)? must be /,
      request: changed(change),
    }),
  ),
  {
    code: 'UnsupportedSellTokenSource',
    name: 'quote: a vault that has not authorised our relayer, to sell from',
    description: /^sellTokenBalance internal is not supported on this network; use erc20$/,
    request: (fixture) => quote(fixture, { sellTokenBalance: 'internal' }, { site: 'foreign' }),
  },
  {
    code: 'UnsupportedBuyTokenDestination',
    name: 'quote: a vault that has not authorised our relayer, to buy into',
    description: /^buyTokenBalance internal is not supported on this network; use erc20$/,
    request: (fixture) => quote(fixture, { buyTokenBalance: 'internal' }, { site: 'foreign' }),
  },
  ...malformed,
  {
    code: 'RateLimited',
    name: 'quote: the 11th of a second',
    description: /^more than 10 requests per second, try again later$/,
    request: (fixture) => quote(fixture, { kind: 'none' }, { site: 'limited', times: 11 }),
    headers: { 'retry-after': /^1$/ },
  },
  outage('the chain does not answer', 'without chain'),
  outage('the database does not answer', 'without database'),
]
