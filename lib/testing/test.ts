import { test as base } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
import { setClock, type TestNetwork, takeTestNetwork } from './chain/test-network'
import type { HolderOptions } from './market/holder-fixture'
import { createTestDatabase, type TestDatabase } from './test-database'

/** The parts of a test on a chain of its own state: the network, and a way to more databases. */
export type ChainParts = {
  readonly network: TestNetwork
  readonly openDatabase: () => Promise<TestDatabase>
}

/** Environment variables of a service, as an operator would set them. */
type Environment = Readonly<Record<string, string>>

/**
 * The test function of every test that needs a part of the service. Each part is made when a test or hook asks for it by
 * name, and closed after the file, or after the test if it says so. `test.beforeAll` and `test.beforeEach` take parts too.
 *
 * What a part consists of stands beside its builder, which is loaded with it: a test loads only what it uses.
 */
export const test = base
  /** Variables of the service under test; a file sets them by {@link testWith}. */
  .extend('environment', { scope: 'file' }, {} as Environment)
  /** An embedded mainnet of this worker, reverted after the file. */
  .extend('network', { scope: 'file' }, async ({}, { onCleanup }) => {
    const network = await takeTestNetwork(1)
    onCleanup(network.stop)
    return network
  })
  /** An embedded Gnosis Chain, like {@link network}. */
  .extend('gnosis', { scope: 'file' }, async ({}, { onCleanup }) => {
    const network = await takeTestNetwork(100)
    onCleanup(network.stop)
    return network
  })
  /** An empty, migrated database. */
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase()
    onCleanup(database.drop)
    return database
  })
  /** Opens empty, migrated databases until the end of one test. */
  .extend('openDatabase', async ({}, { onCleanup }) => {
    const opened: TestDatabase[] = []
    onCleanup(async () => {
      for (const { drop } of opened) await drop()
    })
    return async () => {
      const database = await createTestDatabase()
      opened.push(database)
      return database
    }
  })
  /** An empty, migrated database for one test. */
  .extend('freshDatabase', ({ openDatabase }) => openDatabase())
  /** The network, reverted after one test. */
  .extend('freshNetwork', async ({ network }, { onCleanup }) => {
    const rpc = createRpc(network.rpcUrl)
    await setClock(rpc)
    const untouched = await rpc('evm_snapshot', [])
    onCleanup(async () => {
      await rpc('evm_revert', [untouched])
    })
    return network
  })
  /** Settlement of orders by our solvers. */
  .extend('solver', { scope: 'file' }, async ({ network, database: { db }, environment }) => {
    const { openSolverFixture } = await import('./auctions/solver-fixture')
    return openSolverFixture({ network, db, environment })
  })
  /** Placing of orders. */
  .extend('orders', { scope: 'file' }, async ({ network, database }) => {
    const { openOrderFixture } = await import('./orders/order-fixture')
    return openOrderFixture({ network, database })
  })
  /** Simulation of bundles. */
  .extend('bundles', { scope: 'file' }, async ({ network }) => {
    const { openBundleFixture } = await import('./chain/bundle-fixture')
    return openBundleFixture(network)
  })
  /** Every endpoint over HTTP, an indexer and an auctioneer. */
  .extend(
    'service',
    { scope: 'file' },
    async ({ network, database, environment }, { onCleanup }) => {
      const { openServiceFixture } = await import('./http/service-fixture')
      const service = await openServiceFixture({ network, database, environment })
      onCleanup(service.close)
      return service
    },
  )
  /** The public npm client against {@link service}. */
  .extend('client', { scope: 'file' }, async ({ service }) => {
    const { openClientFixture } = await import('./orders/client-fixture')
    return openClientFixture(service)
  })
  /** Web processes with a data provider of {@link service}. */
  .extend('providers', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const { openOutageFixture } = await import('./faults/outage-fixture')
    const fixture = await openOutageFixture(service)
    onCleanup(fixture.close)
    return fixture
  })
  /** A web process over {@link solver}. */
  .extend('reads', { scope: 'file' }, async ({ solver }, { onCleanup }) => {
    const { openReadFixture } = await import('./http/read-fixture')
    const fixture = await openReadFixture(solver)
    onCleanup(fixture.close)
    return fixture
  })
  /** The state that the documented examples assume, over {@link solver}. */
  .extend('examples', { scope: 'file' }, async ({ solver }) => {
    const { openExampleStage } = await import('./http/example-stage')
    return openExampleStage(solver)
  })
  /** Every kind of web process over {@link orders}. */
  .extend('errors', { scope: 'file' }, async ({ orders }, { onCleanup }) => {
    const { openErrorFixture } = await import('./errors/error-fixture')
    const fixture = await openErrorFixture(orders)
    onCleanup(fixture.close)
    return fixture
  })
  /** A service with data in every part. */
  .extend('fuzz', { scope: 'file' }, async ({ network, database: { db } }, { onCleanup }) => {
    const { openFuzzFixture } = await import('./fuzz/fuzz-fixture')
    const fixture = await openFuzzFixture({ network, db })
    onCleanup(fixture.close)
    return fixture
  })
  /** Two nodes of {@link network} that may misbehave, for one test. */
  .extend('nodes', async ({ network }, { onCleanup }) => {
    const { startNodeProxy } = await import('./chain/node-proxy')
    const started = await Promise.all([
      startNodeProxy(network.rpcUrl),
      startNodeProxy(network.rpcUrl),
    ])
    onCleanup(async () => {
      await Promise.all(started.map(({ close }) => close()))
    })
    return started
  })
  /** The index of settlements, on a chain and a database for one test. */
  .extend('indexer', async ({ freshNetwork: network, openDatabase }) => {
    const { openIndexFixture } = await import('./chain/index-fixture')
    return openIndexFixture({ network, openDatabase })
  })
  /** The market index, on a chain and a database for one test. */
  .extend('market', async ({ freshNetwork: network, openDatabase }) => {
    const { openMarketFixture } = await import('./market/market-fixture')
    return openMarketFixture({ network, openDatabase })
  })
  /** What a file sets for {@link holders}. */
  .extend('holderOptions', { scope: 'file' }, {} as HolderOptions)
  /** The index of token holders, on a chain and a database for one test. */
  .extend('holders', async ({ freshNetwork: network, openDatabase, holderOptions }) => {
    const { openHolderFixture } = await import('./market/holder-fixture')
    return openHolderFixture({ network, openDatabase }, holderOptions)
  })
  /** Trades as rows in a database for one test, and their attribution. */
  .extend('referrals', async ({ network, freshDatabase }) => {
    const { openReferralFixture } = await import('./affiliate/referral-fixture')
    return openReferralFixture(freshDatabase, network)
  })
  /** Account event streams over {@link solver}. */
  .extend('streams', { scope: 'file' }, async ({ solver }, { onCleanup }) => {
    const { openAccountStreams } = await import('./accounts/account-streams')
    const { streams, close } = await openAccountStreams(solver)
    onCleanup(close)
    return streams
  })
  .extend('accountStage', { scope: 'file' }, async ({ database, environment }, { onCleanup }) => {
    const { openAccountFixture } = await import('./accounts/account-fixture')
    const stage = await openAccountFixture({ url: database.url, environment })
    onCleanup(stage.close)
    return stage
  })
  /** Every endpoint over HTTP, and a webhook receiver that each test finds empty; no chain. */
  .extend('accounts', async ({ accountStage: { fixture, reset } }) => {
    reset()
    return fixture
  })
  /** Sessions of one account with different network scopes, over {@link accounts}. */
  .extend('reach', async ({ accounts }) => {
    const { openReachFixture } = await import('@/lib/testing/accounts/account-fixture')
    return openReachFixture(accounts)
  })
  /** Web processes that accounts sign in to. */
  .extend('signIns', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const { openSignInFixture } = await import('./accounts/sign-in-fixture')
    const { fixture, close } = openSignInFixture(database)
    onCleanup(close)
    return fixture
  })
  .extend('operatorStage', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const { openOperatorFixture } = await import('./accounts/operator-fixture')
    const stage = await openOperatorFixture(database)
    onCleanup(stage.close)
    return stage
  })
  /** Operator commands; each test starts without orders, bans and denied tokens. */
  .extend('operator', async ({ operatorStage: { fixture, reset } }) => {
    await reset()
    return fixture
  })
  /** Receivers of notifications. */
  .extend('deliveries', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const { openDeliveryFixture } = await import('./channels/delivery-fixture')
    const { fixture, close } = await openDeliveryFixture(database)
    onCleanup(close)
    return fixture
  })
  /** Runs of the delivery scheduler for one test, over {@link deliveries}. */
  .extend('scheduler', async ({ deliveries }) => {
    const { openSchedulerFixture } = await import('./channels/scheduler-fixture')
    return openSchedulerFixture(deliveries)
  })
  .extend('mailStage', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const { openMailFixture } = await import('./channels/mail-fixture')
    const stage = await openMailFixture(database.url)
    onCleanup(stage.close)
    return stage
  })
  /** A mail server; each test has a later day. */
  .extend('mail', async ({ mailStage: { fixture, reset } }) => {
    reset()
    return fixture
  })
  /** A Telegram server and the context of its bot. */
  .extend('bot', { scope: 'file' }, async ({ database, environment }, { onCleanup }) => {
    const { openTelegramFixture } = await import('./channels/telegram-fixture')
    const fixture = await openTelegramFixture({ database, environment })
    onCleanup(fixture.close)
    return fixture
  })
  .extend('answerStage', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const { openAnswerFixture } = await import('./http/answer-fixture')
    const stage = openAnswerFixture(database)
    onCleanup(stage.close)
    return stage
  })
  /** Web processes with cached answers, of which each test finds none. */
  .extend('answers', async ({ answerStage }, { onCleanup }) => {
    await answerStage.reset()
    onCleanup(answerStage.closeAnswers)
    return answerStage.fixture
  })
  /** The fixed clock of {@link web} in Unix milliseconds; by default the wall clock. */
  .extend('webNow', { scope: 'file' }, null as number | null)
  /** Every endpoint over HTTP; no chain. */
  .extend(
    'web',
    { scope: 'file' },
    async ({ database: { db }, environment, webNow }, { onCleanup }) => {
      const { openWebFixture } = await import('./http/web-fixture')
      const { fixture, close } = await openWebFixture({ db, environment, now: webNow ?? undefined })
      onCleanup(close)
      return fixture
    },
  )
  .extend('postStage', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { openPostFixture } = await import('./orders/post-fixture')
    const stage = await openPostFixture()
    onCleanup(stage.close)
    return stage
  })
  /** A local HTTP receiver that each test finds empty. */
  .extend('posts', async ({ postStage: { fixture, reset } }) => {
    reset()
    return fixture
  })

/** Returns {@link test} with environment variables of the service under test. */
export const testWith = (environment: Environment) =>
  test.extend('environment', { scope: 'file' }, environment)
