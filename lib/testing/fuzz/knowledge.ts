import fc from 'fast-check'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { nativeToken, zeroAddress } from '@/lib/core/address'
import { notificationTypes } from '@/lib/core/notification'
import { daySeconds, isoDate } from '@/lib/core/time'
import { noAppData } from '@/lib/testing/orders/sign-test-order'
import { type FuzzFixture, fuzzSchedule } from './fuzz-fixture'
import { hostileDocuments } from './hostile'
import type { Knowledge } from './schema-values'

const amountUpTo = (max: bigint) => fc.bigInt({ min: 10n ** 15n, max }).map(String)
const mostly = (usual: unknown, ...others: readonly unknown[]) =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const plainDocument = fc
  .record({ appCode: fc.string({ maxLength: 30 }), metadata: fc.constant({}) })
  .map((document) => JSON.stringify(document))

/** Returns the material of valid requests in this fixture: its tokens, accounts, orders and documents. */
export function knowledgeOf(fixture: FuzzFixture): Knowledge {
  const hashes = fixture.documents.map((text) => hashAppData(text))
  const accounts = fixture.network.accounts.slice(0, 5).map(({ address }) => address)
  const uids = fixture.filled.map(({ uid }) => uid)
  const odd = Object.values(fixture.network.fixtures ?? {})
  const token = fc.constantFrom(...Object.values(fixture.tokens))
  const addresses = [...accounts, ...Object.values(fixture.tokens), ...odd]
  const documents = hostileDocuments({ addresses, uids })
  const nowSeconds = Math.floor(fixture.ctx.now() / 1_000)
  return {
    texts: [
      ...Object.values(fixture.tokens),
      ...accounts,
      ...uids,
      ...hashes,
      fixture.txHash,
      String(fixture.auctionId),
    ],
    oddities: [
      ...odd,
      nativeToken,
      zeroAddress,
      noAppData,
      `0x${'12'.repeat(20)}`,
      `0x${'12'.repeat(32)}`,
      `0x${'12'.repeat(56)}`,
      `0x${'12'.repeat(65)}`,
      String(10n ** 30n),
    ],
    fields: {
      token,
      tokenAddress: token,
      tokens: mostly(fixture.tokens.WETH, Object.values(fixture.tokens).join(), nativeToken),
      baseTokenAddress: mostly(fixture.tokens.WETH, nativeToken),
      quoteTokenAddress: mostly(fixture.tokens.USDC, fixture.tokens.DAI),
      expirationTimeInSeconds: fc.integer({ min: 1, max: 100_000 }).map(String),
      'getCandles.from': fc
        .integer({ min: 50_000, max: 90_000 })
        .map((ago) => String(nowSeconds - ago)),
      'getCandles.to': fc.integer({ min: 0, max: 40_000 }).map((ago) => String(nowSeconds - ago)),
      'getCandles.quote': mostly(fixture.tokens.USDC, fixture.tokens.DAI),
      sellToken: token,
      buyToken: token,
      from: fc.constantFrom(...accounts),
      account: fc.constantFrom(...accounts),
      receiver: mostly(null, ...accounts, zeroAddress),
      sellAmount: amountUpTo(10n ** 17n),
      sellAmountBeforeFee: amountUpTo(10n ** 17n),
      sellAmountAfterFee: amountUpTo(10n ** 17n),
      buyAmountAfterFee: amountUpTo(10n ** 17n),
      'createOrder.buyAmount': mostly('1', '0', '1000000'),
      feeAmount: mostly('0', '1', '1000000'),
      validTo: fc.integer({ min: 1_200, max: 300_000 }).map((ahead) => nowSeconds + ahead),
      validFor: fc.integer({ min: 600, max: 100_000 }),
      timeout: fc.integer({ min: 4_000, max: 100_000 }),
      sellTokenBalance: mostly('erc20', 'internal', 'external'),
      buyTokenBalance: mostly('erc20', 'internal'),
      appData: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(noAppData, ...fixture.documents, ...hashes) },
        { weight: 1, arbitrary: documents },
      ),
      fullAppData: fc.oneof(
        { weight: 3, arbitrary: plainDocument },
        { weight: 1, arbitrary: documents },
      ),
      limit: fc.integer({ min: 1, max: 100 }).map(String),
      offset: fc.integer({ min: 0, max: 20 }).map(String),
      before: fc.constantFrom(...fixture.notificationIds),
      chainId: fc.constantFrom('1', 'mainnet'),
      'readSchedule.schedule': mostly(fuzzSchedule, 'unknown'),
      'readSchedule.owner': fc.constantFrom(...accounts),
      'readAppData.hash': fc.constantFrom(...hashes),
      'readAffiliate.walletAddress': mostly(fixture.affiliate.walletAddress, ...accounts),
      'readAffiliateCode.code': mostly(fixture.affiliate.code, 'FREE-1', ' fuzz-1 '),
      'readContentAffiliate.code': mostly(fixture.affiliate.code, 'FREE-1'),
      reason: fc.constantFrom('spam', 'asked by its owner'),
      'getInbox.types': mostly('order_filled,order_expired', ...notificationTypes, 'order_lost'),
      'listContentAnnouncements.before': fc.uuid(),
      'createContentAnnouncement.url': mostly('/orders', 'https://example.org', '//evil.example'),
      'createContentAnnouncement.endsAt': mostly('2100-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
      p256dh: fc.uint8Array({ minLength: 65, maxLength: 65 }).map(base64url),
      auth: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(base64url),
      oldAuth: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(base64url),
      'addSubscription.types': fc.subarray([...notificationTypes], { minLength: 1 }),
      'changeAccountSubscription.types': fc.subarray([...notificationTypes], { minLength: 1 }),
      'changeAccountSubscription.timeZone': mostly('Europe/Vienna', 'UTC', 'Middle/Earth'),
      'changeAccountSubscription.from': mostly('22:00', '23:59', '24:00'),
      'addAccountPriceAlert.chainId': mostly(1, 2),
      'addAccountPriceAlert.condition': mostly('above', 'below'),
      'addAccountPriceAlert.limitUsd': mostly(1e9, 1, 1e300),
      'armAccountPriceAlert.condition': mostly('above', 'below'),
      'armAccountPriceAlert.limitUsd': mostly(1e9, 1, 1e300),
      'listDeliveries.before': fc.integer({ min: 1, max: 1_000 }).map(String),
      'listContentAffiliates.before': fc.integer({ min: 1, max: 1_000 }).map(String),
      'readAffiliateStats.address': mostly(fixture.affiliate.walletAddress, ...accounts),
      'readTraderStats.address': mostly(fixture.trader, ...accounts),
      'listDaysOfAffiliate.from': dateBefore(nowSeconds, { min: 40, max: 300 }),
      'listDaysOfAffiliate.to': dateBefore(nowSeconds, { min: 0, max: 39 }),
      'createAffiliate.code': fc.stringMatching(/^[A-Z0-9_-]{8,20}$/),
      'createAffiliate.signedMessage': fc.constant('0x00'),
      signature: fc.constant(`0x${'11'.repeat(64)}1b`),
      tx_hash: mostly(fixture.txHash, ...hashes),
      'relay.body': relayBody(fixture),
      'simulateTransactions.body': bundleOf(fixture, accounts),
    },
  }
}

/** A date within a range of days ago. */
function dateBefore(nowSeconds: number, days: { min: number; max: number }): fc.Arbitrary<string> {
  return fc.integer(days).map((ago) => isoDate(nowSeconds - ago * daySeconds))
}

/** JSON-RPC calls as pages send them, single or batched. */
function relayBody({ tokens }: FuzzFixture): fc.Arbitrary<unknown> {
  const call = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.integer({ min: 0, max: 1_000 }),
    method: fc.constantFrom('eth_blockNumber', 'eth_chainId', 'eth_gasPrice', 'eth_call'),
  })
  const full = call.map((given) =>
    given.method === 'eth_call'
      ? { ...given, params: [{ to: tokens.WETH, data: '0x18160ddd' }, 'latest'] }
      : { ...given, params: [] },
  )
  return fc.oneof(full, fc.array(full, { minLength: 1, maxLength: 5 }))
}

/** Bundles that accounts could send, some of them moving tokens that they do not hold. */
function bundleOf({ tokens }: FuzzFixture, accounts: readonly string[]): fc.Arbitrary<unknown> {
  const transfer = fc
    .constantFrom(...accounts)
    .map((to) => `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`)
  const transaction = fc.record(
    {
      from: fc.constantFrom(...accounts),
      to: fc.constantFrom(...accounts, ...Object.values(tokens)),
      input: fc.oneof(transfer, fc.constantFrom('0x', '0x18160ddd')),
      value: mostly('0', '1', String(10n ** 30n)),
      gas: fc.integer({ min: 30_000, max: 1_500_000 }),
      gas_price: mostly('0', '1'),
    },
    { requiredKeys: ['from', 'to', 'input'] },
  )
  return fc.array(transaction, { minLength: 1, maxLength: 20 })
}
