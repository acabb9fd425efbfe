import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { insertTradingDay } from '@/lib/testing/chain/index-test-market'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { attributeTraders } from './attribute-traders'

const chainId = 1
const code = 'FRIEND-1'
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await fixture.ctx.db.leader.create({ data: { role: marketRole(chainId), epoch: 1n } })
})

const account = (index: number) => fixture.network.accounts[index] ?? fixture.network.solver

async function register(index: number) {
  const { address: walletAddress, privateKey } = account(index)
  const data = affiliateTypedData('Coincide Affiliate', { walletAddress, code })
  const signedMessage = await privateKeyToAccount(privateKey).signTypedData(data)
  const input = { pathAddress: walletAddress, walletAddress, code, signedMessage }
  await registerAffiliate(fixture.ctx, input)
}

async function placeWithCode(index: number) {
  const { address: owner, privateKey } = account(index)
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const approval = { token: sellToken, spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(fixture.network.rpcUrl, { owner, ...approval })
  const appData = JSON.stringify({ version: '1.14.0', metadata: { referrer: { code } } })
  const validTo = Math.floor(fixture.ctx.now() / 1_000) + 600
  const amounts = { sellAmount: 10n ** 18n, buyAmount: 1n }
  const terms = { sellToken, buyToken, ...amounts, validTo, appData: hashAppData(appData) }
  return placeOrder(fixture.ctx, { ...(await signTestOrder(terms, { privateKey })), appData })
}

async function indexAll() {
  await repeat(
    () => indexBlocks(fixture.ctx, { chainId, epoch: 1n }),
    (state) => state !== 'behind',
  )
  await repeat(
    () => indexMarket(fixture.ctx, { chainId, epoch: 1n }),
    (state) => state !== 'behind',
  )
}

test('a settled order with a code binds its owner to the affiliate, by its value', async () => {
  await register(3)
  await indexAll()
  await insertTradingDay(fixture.ctx, {
    chainId,
    tokens: [fixture.token('WETH'), fixture.token('USDC')],
  })
  const uid = await placeWithCode(1)
  expect((await runRound(fixture.ctx, { chainId, epoch: 1n })).state).toBe('mined')
  await indexAll()
  expect(await attributeTraders(fixture.ctx)).toMatchObject({ attributed: 1 })
  const affiliate = await fixture.ctx.db.affiliate.findFirstOrThrow({ where: { code } })
  const [row] = await fixture.ctx.db.referralTrade.findMany({ include: { trade: true } })
  const shared = { trader: account(1).address, affiliateId: affiliate.id }
  expect(row).toMatchObject({ ...shared, code, reason: 'eligible', trade: { orderUid: uid } })
  const paid = Number(row?.trade.buyAmount)
  expect(Number(row?.volume)).toBeLessThanOrEqual(paid)
  expect(Number(row?.volume)).toBeGreaterThan(0.9 * paid)
  expect(await fixture.ctx.db.referredTrader.findMany()).toMatchObject([{ ...shared, trades: 1 }])
})
