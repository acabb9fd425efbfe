import { hashAppData } from '@/lib/app-data/app-data-document'
import { nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { nowSeconds, type Terms } from '@/lib/testing/orders/order-fixture'
import { allow, type ErrorCase, type ErrorFixture, type Sent, type Site } from './error-fixture'

type Fields = Readonly<Record<string, unknown>>
type Signed = Parameters<ErrorFixture['submission']>[1]

const path = '/api/v1/orders'

/** A submission whose signature matches its content. */
const signed =
  (terms: Partial<Terms> | ((fixture: ErrorFixture) => Partial<Terms>), site: Site = 'sound') =>
  async (fixture: ErrorFixture): Promise<Sent> => {
    const given = typeof terms === 'function' ? terms(fixture) : terms
    return { method: 'POST', path, site, body: await fixture.submission({}, { terms: given }) }
  }

/** A submission changed after signing, or signed in another way. */
const changed =
  (change: Fields | ((fixture: ErrorFixture) => Fields), how: Signed = {}) =>
  async (fixture: ErrorFixture): Promise<Sent> => {
    const given = typeof change === 'function' ? change(fixture) : change
    return { method: 'POST', path, body: await fixture.submission(given, how) }
  }

const over = String(maxUint256 + 1n)
const otherAccount = ({ network }: ErrorFixture) => network.accounts[6]?.address ?? '0x'

const signatures: readonly ErrorCase[] = [
  ['another network', changed({}, { by: { chainId: 100 } })],
  ['another contract', changed({}, { by: { settlementContract: `0x${'12'.repeat(20)}` } })],
  ['another scheme', changed({ signingScheme: 'ethsign' })],
  ['another signer', changed((fixture) => ({ from: otherAccount(fixture) }))],
  ['changed terms', changed({ buyAmount: '2' })],
].map(
  ([name, request]): ErrorCase => ({
    code: 'InvalidSignature',
    name: `order: ${String(name)}`,
    description: /is by 0x[0-9a-f]{40}, not by 0x[0-9a-f]{40}: check network, contract and scheme$/,
    request: request as ErrorCase['request'],
  }),
)

const signatureForms: readonly ErrorCase[] = [
  {
    code: 'InvalidSignature',
    name: 'order: no hex',
    description: /^signature must be whole bytes of hex/,
    request: changed({ signature: '0x123' }),
  },
  {
    code: 'InvalidSignature',
    name: 'order: 64 bytes',
    description: /is 65 bytes: r, low s and v \(27 or 28\)/,
    request: changed({ signature: `0x${'11'.repeat(64)}` }),
  },
  {
    code: 'InvalidSignature',
    name: 'order: presign with neither nothing nor the owner',
    description: /is empty \(0x\) or its owner \(20 bytes\)/,
    request: changed({ signingScheme: 'presign', signature: '0x1234' }),
  },
  {
    code: 'InvalidSignature',
    name: 'order: a wallet contract that does not accept it',
    description: /^the contract 0x[0-9a-f]{40} does not accept this signature for 0x[0-9a-f]{64}/,
    request: changed({ signingScheme: 'eip1271', signature: '0x12' }),
  },
]

const terms: readonly ErrorCase[] = [
  {
    code: 'SellAmountOverflow',
    name: 'sellAmount over uint256',
    description: /^sellAmount exceeds the uint256 maximum/,
    request: changed({ sellAmount: over }),
  },
  {
    code: 'SellAmountOverflow',
    name: 'sellAmount of 20,000 digits',
    description: /^sellAmount exceeds the uint256 maximum/,
    request: changed({ sellAmount: '9'.repeat(20_000) }),
  },
  {
    code: 'SellAmountOverflow',
    name: 'sellAmount + feeAmount over uint256',
    description: /^sellAmount \+ feeAmount exceeds the uint256 maximum/,
    request: signed({ sellAmount: maxUint256, feeAmount: 1n }),
  },
  {
    code: 'BuyAmountOverflow',
    name: 'buyAmount over uint256',
    description: /^buyAmount exceeds the uint256 maximum/,
    request: changed({ buyAmount: over }),
  },
  {
    code: 'ZeroAmount',
    name: 'nothing bought',
    description: /^sellAmount and buyAmount must be more than 0/,
    request: signed({ buyAmount: 0n }),
  },
  {
    code: 'OrderExpired',
    name: 'order: validTo in the past',
    description: /^validTo \(Unix time in seconds\) is in the past/,
    request: signed({ validTo: nowSeconds - 1 }),
  },
  {
    code: 'InsufficientValidTo',
    name: 'validTo less than 60 s ahead',
    description: /^validTo must be at least 60 seconds ahead/,
    request: signed({ validTo: nowSeconds + 59 }),
  },
  {
    code: 'ExcessiveValidTo',
    name: 'validTo more than a year ahead',
    description: /^validTo must be at most 365 days ahead/,
    request: signed({ validTo: nowSeconds + 366 * 86_400 }),
  },
  {
    code: 'SameBuyAndSellToken',
    name: 'order: one token for both',
    description: /sellToken and buyToken are the same token/,
    request: signed(({ network }) => ({ buyToken: network.tokens.WETH ?? '0x' })),
  },
  {
    code: 'InvalidNativeSellToken',
    name: 'order: the native token sold',
    description: /sell the wrapped one, 0x/,
    request: signed({ sellToken: nativeToken }),
  },
  {
    code: 'UnsupportedSellTokenSource',
    name: 'a vault that has not authorised our relayer, to sell from',
    description: /^sellTokenBalance internal is not supported on this network; use erc20$/,
    request: signed({ sellTokenBalance: 'internal' }, 'foreign'),
  },
  {
    code: 'UnsupportedBuyTokenDestination',
    name: 'a vault that has not authorised our relayer, to buy into',
    description: /^buyTokenBalance internal is not supported on this network; use erc20$/,
    request: signed({ buyTokenBalance: 'internal' }, 'foreign'),
  },
  {
    code: 'MissingFrom',
    name: 'presign without from',
    description: /^from is needed with the signing scheme presign$/,
    request: changed({ signingScheme: 'presign', signature: '0x', from: undefined }),
  },
]

const appData: readonly ErrorCase[] = [
  {
    code: 'InvalidAppData',
    name: 'order: a hash under which nothing was uploaded',
    description: /^no uploaded document has the hash 0x1212/,
    request: changed({ appData: `0x${'12'.repeat(32)}` }),
  },
  {
    code: 'InvalidAppData',
    name: 'order: a document that is no object',
    description: /cannot be used: it must be a JSON object$/,
    request: changed({ appData: '[]' }),
  },
  {
    code: 'InvalidAppData',
    name: 'order: a document of 8193 bytes',
    description: /it has 8193 bytes, at most 8192 are allowed/,
    request: changed({ appData: `{"a":"${'x'.repeat(8_185)}"}` }),
  },
  {
    code: 'AppDataHashMismatch',
    name: 'order: a hash that is not the document’s',
    description: /has the hash 0x[0-9a-f]{64}, not appDataHash/,
    request: changed({ appData: '{}', appDataHash: `0x${'12'.repeat(32)}` }),
  },
  {
    code: 'AppdataFromMismatch',
    name: 'metadata.signer is not from',
    description: /^from is 0x[0-9a-f]{40}, but metadata\.signer of the app data is 0x[0-9a-f]{40}/,
    request: withDocument((fixture) => ({ metadata: { signer: otherAccount(fixture) } })),
  },
  {
    code: 'InvalidValidFrom',
    name: 'less than 60 s between metadata.validFrom and validTo',
    description: /^validTo must be at least 60 seconds after metadata\.validFrom/,
    request: withDocument(() => ({ metadata: { validFrom: nowSeconds + 580 } })),
  },
  {
    code: 'InvalidAppData',
    name: 'a part of a schedule without a time',
    description: /metadata\.validFrom must be given: every part of a schedule has its own time$/,
    request: withDocument(() => ({ metadata: { schedule: { id: 'weekly' } } })),
  },
  {
    code: 'TooMuchGas',
    name: 'hooks of more than 8 million gas',
    description: /at most 8000000 is allowed; lower the gasLimit of its hooks$/,
    request: withDocument(() => {
      const hook = { target: `0x${'ab'.repeat(20)}`, callData: '0x', gasLimit: '8000001' }
      return { metadata: { hooks: { pre: [hook] } } }
    }),
  },
]

/** A submission of an order with this app data document. */
function withDocument(document: (fixture: ErrorFixture) => object) {
  return async (fixture: ErrorFixture): Promise<Sent> => {
    const text = JSON.stringify({ version: '1.15.0', ...document(fixture) })
    const how = { terms: { appData: hashAppData(text) } }
    return { method: 'POST', path, body: await fixture.submission({ appData: text }, how) }
  }
}

const malformed: readonly ErrorCase[] = (
  [
    ['sellToken', '0x12', /^sellToken must be an address/],
    ['buyToken', undefined, /^buyToken is missing$/],
    ['sellAmount', 1000, /^sellAmount must be a string of decimal digits/],
    ['kind', 'swap', /^kind must be sell or buy$/],
    ['validTo', '1700000000', /^validTo must be an integer$/],
    ['validTo', 2 ** 32, /^validTo must be at most 4294967295$/],
    ['partiallyFillable', 'yes', /^partiallyFillable must be true or false$/],
    ['signingScheme', 'eip1272', /^signingScheme must be eip712, ethsign, presign or eip1271$/],
    ['sellTokenBalance', 'vault', /^sellTokenBalance must be erc20, internal or external$/],
    ['from', 'vitalik.eth', /^from must be an address/],
    ['quoteId', -1, /^quoteId must not be negative$/],
  ] as const
).map(([field, value, description]) => ({
  code: 'InvalidParameter',
  name: `order: ${field} ${JSON.stringify(value) ?? 'missing'}`,
  description,
  request: changed({ [field]: value }),
}))

const outages: readonly ErrorCase[] = (['without chain', 'without database'] as const).map(
  (site) => ({
    code: 'InternalServerError',
    name: `order: ${site}`,
    description: /did not answer|try again later/,
    request: signed({}, site),
    headers: { 'retry-after': /^[1-9]$/ },
  }),
)

/** The spec's submission errors that follow from the request alone, and those of the public API. */
export const submissionErrors: readonly ErrorCase[] = [
  ...signatures,
  ...signatureForms,
  ...terms,
  ...appData,
  ...malformed,
  ...outages,
  {
    code: 'InsufficientBalance',
    name: 'less than sellAmount',
    description: /^the owner has \d+ of the sell token \(erc20\), the order needs 1000000+$/,
    request: signed({ sellAmount: 10n ** 30n }),
  },
  {
    code: 'InsufficientBalance',
    name: 'less than sellAmount + feeAmount',
    description: /^the owner has \d+ of the sell token \(erc20\), the order needs \d{31}$/,
    request: signed({ feeAmount: 10n ** 30n }),
  },
  {
    code: 'InsufficientAllowance',
    name: 'the vault relayer not approved for sellAmount + feeAmount',
    description: /^the vault relayer 0x[0-9a-f]{40} may take 10+ of the sell token .+ needs 10+5$/,
    request: async (fixture) => {
      await allow(fixture, { account: 4, amount: 10n ** 18n })
      const { privateKey = '0x' } = fixture.network.accounts[4] ?? {}
      const how = { terms: { sellAmount: 10n ** 18n, feeAmount: 5n }, by: { privateKey } } as const
      return { method: 'POST', path, body: await fixture.submission({}, how) }
    },
  },
  {
    code: 'UnsupportedToken',
    name: 'order: an address without a contract',
    description: /\(0x[0-9a-f]{40}\) is not supported: there is no ERC-20 contract/,
    request: signed({ buyToken: `0x${'ab'.repeat(20)}` }),
  },
]
