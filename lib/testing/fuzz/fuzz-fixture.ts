import type { Server } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { endpoints } from '@/lib/api/declare/registry'
import { putAppData } from '@/lib/app-data/app-data'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { Database } from '@/lib/db/database'
import { createRpc } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { testSessionSecret } from '@/lib/testing/accounts/signed-in'
import { insertReferralRows } from '@/lib/testing/affiliate/referral-rows'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { approve } from '@/lib/testing/chain/chain-actions'
import { indexTestMarket } from '@/lib/testing/chain/index-test-market'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { createTestContext } from '@/lib/testing/test-context'
import { testOrder } from '@/lib/testing/test-order'
import { repeat } from '@/lib/testing/until'
import { origin, signInAgain } from './own-browser'
import { channelEnvironment } from './own-channels'

const chainId = 1

/** The key of the content API. */
export const contentKey = 'fuzz'

/** A service with data in every part: settled orders, a competition, a market, documents, an affiliate. */
export type FuzzFixture = {
  readonly ctx: Context
  readonly network: TestNetwork
  readonly url: string
  /** Tokens by symbol that the accounts hold and have approved. */
  readonly tokens: Readonly<Record<'WETH' | 'USDC' | 'DAI', Address>>
  /** Two orders filled by one settlement. */
  readonly filled: readonly NewOrder[]
  readonly auctionId: bigint
  readonly txHash: Hex
  readonly documents: readonly string[]
  readonly affiliate: { readonly walletAddress: Address; readonly code: string }
  /** A trader bound to the affiliate. */
  readonly trader: Address
  readonly notificationIds: readonly string[]
  /** The account signed in to the browser of {@link ownHeaders}; `signIn` restores its session. */
  readonly owner: Address
  readonly signIn: () => Promise<void>
  /** Mines a block and indexes it. */
  readonly tick: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The name of a schedule that each account has. */
export const fuzzSchedule = 'weekly'

const documents = ['{}', '{"appCode":"fuzz","metadata":{},"version":"1.1.0"}']

type Parts = { readonly network: TestNetwork; readonly db: Database }

/** Opens the fixture on a network and a database, without rate limits. */
export async function openFuzzFixture({ network, db }: Parts): Promise<FuzzFixture> {
  const ctx = createTestContext({
    db,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    environment: {
      QUOTES_PER_SECOND: '0',
      WRITES_PER_SECOND: '0',
      READS_PER_SECOND: '0',
      MAX_OPEN_LIMIT_ORDERS: '0',
      EMBEDDED_CHAIN_IDS: '1',
      CMS_API_KEY: contentKey,
      NEXTAUTH_SECRET: testSessionSecret,
      NEXTAUTH_URL: origin,
      VOLATILITY_DETAILS_ENABLED: 'true',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      ...channelEnvironment,
    },
    // External hosts do not resolve.
    resolveHost: async () => [],
  })
  const { server, url } = await serve(ctx)
  const index = async () => {
    await repeat(
      () => indexBlocks(ctx, { chainId, epoch: 1n }),
      (state) => state !== 'behind',
    )
  }
  const rpc = createRpc(network.rpcUrl)
  await approveAll(network)
  const settled = await settle(ctx, { network, index })
  await indexTestMarket(ctx, { chainId, tokens: Object.values(tokensOf(network)) })
  for (const { address } of network.accounts.slice(0, 5)) {
    const part = { owner: toAddress(address), schedule: fuzzSchedule, validFrom: 1 }
    // Expired, so that it takes part in no auction.
    await insertOrder(ctx.db, testOrder({ ...part, validTo: 100 }))
  }
  for (const text of documents) await putAppData(ctx, { hash: hashAppData(text), text })
  const owner = toAddress(network.accounts[0]?.address ?? zeroAddress)
  const affiliate = await register(ctx, network)
  const trader = await refer(ctx, network)
  return {
    ctx,
    network,
    url,
    tokens: tokensOf(network),
    ...settled,
    documents,
    affiliate,
    trader,
    owner,
    signIn: () => signInAgain(ctx, owner),
    tick: async () => {
      await rpc('anvil_mine', ['0x1'])
      await index()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Page answers are distinguishable from API answers. */
async function serve(ctx: Context): Promise<{ server: Server; url: string }> {
  return listen(ctx, {
    endpoints,
    checkResponses: false,
    rest: async (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html>')
    },
  })
}

function tokensOf({ tokens }: TestNetwork): FuzzFixture['tokens'] {
  const { WETH = '0x', USDC = '0x', DAI = '0x' } = tokens
  return { WETH, USDC, DAI }
}

async function approveAll(network: TestNetwork): Promise<void> {
  const safe = network.fixtures?.safeWallet
  if (!safe) throw new Error('the network has no Safe')
  const rpc = createRpc(network.rpcUrl)
  await rpc('anvil_impersonateAccount', [safe])
  await rpc('anvil_setBalance', [safe, `0x${(10n ** 18n).toString(16)}`])
  for (const owner of [safe, ...network.accounts.slice(0, 5).map(({ address }) => address)]) {
    for (const token of Object.values(tokensOf(network))) {
      const approval = { spender: defaultVaultRelayer, amount: maxUint256 }
      await approve(network.rpcUrl, { token, owner, ...approval })
    }
  }
}

type Settling = { readonly network: TestNetwork; readonly index: () => Promise<void> }

/** Runs one auction as the worker does. */
async function settle(ctx: Context, { network, index }: Settling) {
  await ctx.db.leader.createMany({
    data: [
      { role: auctionRole(chainId), epoch: 1n },
      { role: indexerRole(chainId), epoch: 1n },
    ],
  })
  await index()
  const filled = await signOppositeOrders(network)
  for (const order of filled) await insertOrder(ctx.db, order)
  const outcome = await runRound(ctx, { chainId, epoch: 1n })
  await index()
  const trade = await ctx.db.trade.findFirst()
  if (!trade || outcome.auctionId === undefined) {
    throw new Error(`the orders were not settled: ${outcome.state}`)
  }
  const notifications = await ctx.db.notification.findMany({ select: { id: true } })
  return {
    filled,
    auctionId: outcome.auctionId,
    txHash: trade.txHash as Hex,
    notificationIds: notifications.map(({ id }) => id),
  }
}

async function register(ctx: Context, network: TestNetwork) {
  const [, , account] = network.accounts
  if (!account) throw new Error('the network has no accounts')
  const registration = { walletAddress: account.address, code: 'FUZZ-1' }
  const data = affiliateTypedData(ctx.config.affiliateName, registration)
  const signedMessage = await privateKeyToAccount(account.privateKey).signTypedData(data)
  await registerAffiliate(ctx, { ...registration, signedMessage, pathAddress: account.address })
  return registration
}

/** Stores a trade of yesterday under the affiliate's code. */
async function refer(ctx: Context, network: TestNetwork): Promise<Address> {
  const [, , , account] = network.accounts
  if (!account) throw new Error('the network has no accounts')
  const { id, code } = await ctx.db.affiliate.findFirstOrThrow()
  const at = toUnixSeconds(ctx.now()) - daySeconds
  const dollars = 60_000_000_000n
  const trade = { trader: account.address, at, code, affiliateId: id, volume: dollars } as const
  await insertReferralRows(ctx.db, [{ ...trade, eligible: dollars, reason: 'eligible' }])
  return account.address
}
