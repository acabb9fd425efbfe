import { setTimeout as delay } from 'node:timers/promises'
import { exampleTrader } from '@/lib/api/affiliate/affiliate-stats-fields'
import { announcementExample } from '@/lib/api/content/announcements'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import type { Example, ExampleSetting } from '@/lib/api/declare/example'
import { endpoints } from '@/lib/api/declare/registry'
import {
  exampleOwner,
  exampleSeconds,
  partSubmissionExample,
} from '@/lib/api/order-book/order-examples'
import { priceAlertExample } from '@/lib/api/session/price-alerts'
import { sessionExample } from '@/lib/api/session/session-fields'
import { signInExample } from '@/lib/api/session/sign-in'
import type { Context } from '@/lib/context'
import { toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import type { Database } from '@/lib/db/database'
import type { ApiResponse } from '@/lib/http/pipeline/exchange'
import { respond } from '@/lib/http/pipeline/respond'
import { routeTable } from '@/lib/http/pipeline/route-table'
import { hashBrowserSecret } from '@/lib/sessions/browser-secret'
import { cookieNames } from '@/lib/sessions/cookie'
import { insertNonce } from '@/lib/sessions/nonce-store'
import { csrfCookieOf, signedIn, testSessionSecret } from '@/lib/testing/accounts/signed-in'
import { insertReferralRows } from '@/lib/testing/affiliate/referral-rows'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { indexTestMarket } from '@/lib/testing/chain/index-test-market'
import { insertDeadDelivery, insertMail, insertWebhook } from '@/lib/testing/channels/channel-rows'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'

/** Everything the examples run against: an embedded mainnet, databases, and the state they assume. */
export type ExampleStage = {
  /** Runs an example and returns the answer; a stream is cut off after its first event. */
  readonly play: (endpoint: Endpoint, example: Example) => Promise<ExampleAnswer>
}

/** An answer to an example, its body parsed. */
export type ExampleAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Values of parameters that examples cannot know beforehand, by name. */
type Names = Readonly<Record<string, string>>

/** Whether an example requests the readiness of a network and expects 200. */
const isReadiness = ({ name }: Endpoint, { status = 200 }: Example) =>
  (name === 'readReady' || name === 'getNetworkReadiness') && status === 200

type Scene = { readonly ctx: Context; readonly names: Names }

const findRoute = routeTable(endpoints)
const contentKey = 'examples'
const origin = 'http://localhost'

/** Opens the stage with a settled trade and an indexed market. */
export async function openExampleStage(fixture: SolverFixture): Promise<ExampleStage> {
  const approval = { spender: defaultVaultRelayer, amount: maxUint256, owner: exampleOwner }
  await approve(fixture.network.rpcUrl, { token: fixture.token('WETH'), ...approval })
  const names = await settleTrade(fixture)
  const tokens = [fixture.token('WETH'), fixture.token('USDC')]
  await indexTestMarket(fixture.ctx, { chainId: 1, tokens })
  const opened: TestDatabase[] = []
  const contextOf = (db: Database, now: number | undefined) => createContext(fixture, { db, now })
  const traded = { ctx: contextOf(fixture.ctx.db, undefined), names }
  const fresh = async (example: Example): Promise<Scene> => {
    const database = await createTestDatabase()
    opened.push(database)
    const isAtOnce = example.varies === true && example.given === undefined
    const ctx = contextOf(database.db, isAtOnce ? undefined : exampleSeconds * 1000)
    const given = example.given ?? standing
    const maker = settings[given]
    if (maker) await bringAbout(ctx, maker)
    if (given === referred) await referTrader(ctx.db)
    if (given === nonce) await keepNonce(ctx)
    if (given === elsewhere) await signInElsewhere(ctx)
    if (given === added || given === dead) await insertWebhook(ctx)
    if (given === dead) await insertDeadDelivery(ctx)
    if (given === mailed) await insertMail(ctx)
    if (given === published) await publish(ctx)
    return { ctx, names: {} }
  }
  return {
    play: async (endpoint, example) => {
      const { given = standing } = example
      const isOfTrade = !prepared.has(given) && settings[given] === undefined
      const scene = isOfTrade || given === alerted ? traded : await fresh(example)
      if (given === alerted) await keepAlert(traded)
      let played = await ask(scene, { endpoint, example })
      // On a busy machine the head may be too old, or a check late. The answer is cached for a second.
      for (let attempt = 0; isReadiness(endpoint, example) && played.status >= 500; attempt += 1) {
        if (attempt === 30) break
        await fixture.rpc('evm_mine', [])
        await delay(1_100)
        played = await ask(scene, { endpoint, example })
      }
      await opened.pop()?.drop()
      return played
    },
  }
}

function createContext(
  fixture: SolverFixture,
  { db, now }: { db: Database; now: number | undefined },
) {
  return createTestContext({
    db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      CMS_API_KEY: contentKey,
      NEXTAUTH_SECRET: testSessionSecret,
      ENCRYPTION_KEY: 'ab'.repeat(32),
      WEBHOOK_ALLOWED_HOSTS: 'localhost:8080',
      VOLATILITY_DETAILS_ENABLED: 'true',
      QUOTES_PER_SECOND: '0',
      WRITES_PER_SECOND: '0',
      READS_PER_SECOND: '0',
    },
    ...(now === undefined ? {} : { now }),
  })
}

/** Places an order, settles it and indexes the settlement. */
async function settleTrade(fixture: SolverFixture): Promise<Names> {
  const { uid, owner } = await fixture.place(1, {})
  const { state, auctionId, txHash } = await fixture.settle()
  if (!auctionId || !txHash) throw new Error(`the example's order was not settled: ${state}`)
  await fixture.index()
  const account = owner
  return {
    uid,
    orderUid: uid,
    owner,
    account,
    address: owner,
    auction_id: String(auctionId),
    tx_hash: txHash,
    hash: txHash,
  }
}

/** Holds from the start: the stage funds the examples' owner and sets the allowance. */
const standing = 'an owner with balance and allowance, before validTo' satisfies ExampleSetting

const referred = 'a referred trader' satisfies ExampleSetting
const nonce = 'a nonce that this browser has asked for' satisfies ExampleSetting
const elsewhere = 'a session in another browser' satisfies ExampleSetting
const published = 'a published announcement' satisfies ExampleSetting
const added = 'an added webhook' satisfies ExampleSetting
const dead = 'a delivery that was given up' satisfies ExampleSetting
const mailed = 'a mail with a link' satisfies ExampleSetting
/** In the traded market, since it needs a price. */
const alerted = 'a price alert' satisfies ExampleSetting

/** Settings that need no endpoint to set up. */
const prepared = new Set<ExampleSetting>([
  standing,
  nonce,
  elsewhere,
  added,
  dead,
  mailed,
  published,
])

/** The secret of the browser that sends the examples. */
const browserSecret = 'b5'.repeat(32)

async function keepNonce(ctx: Context): Promise<void> {
  const { nonce } = signInExample
  const browserHash = hashBrowserSecret(browserSecret)
  await insertNonce(ctx.db, { nonce, browserHash, expiresAtMs: ctx.now() + 1_000 })
}

async function keepAlert({ ctx: { db }, names }: Scene): Promise<void> {
  const { id, chainId, token, condition, limitUsd, createdAt } = priceAlertExample
  const facts = { chainId, token, condition, limitUsd, createdAt }
  await db.priceAlert.deleteMany()
  await db.priceAlert.create({ data: { ...facts, id, account: names.account ?? exampleOwner } })
}

async function publish({ db }: Context): Promise<void> {
  await db.announcement.create({ data: announcementExample })
}

async function signInElsewhere(ctx: Context): Promise<void> {
  const { id, account, createdAt, expiresAt } = sessionExample
  await ctx.db.session.create({ data: { id, account, createdAt, expiresAt } })
}

/** The browser's cookies before sign-in. */
function browserCookies(): string {
  const { csrfToken } = signInExample
  const names = cookieNames(origin)
  return `${names.browser}=${browserSecret}; ${names.csrf}=${csrfCookieOf(csrfToken)}`
}

/** The endpoint whose example sets up each setting: the first one, or the one of the summary. */
const settings: Readonly<Partial<Record<ExampleSetting, Maker>>> = {
  'a placed order': { name: 'createOrder' },
  'a placed part of a schedule': {
    name: 'createOrder',
    summary: partSubmissionExample.summary,
  },
  'an uploaded document': { name: 'uploadAppData' },
  'a registered affiliate': { name: 'createAffiliate' },
  [referred]: { name: 'createAffiliate' },
}

type Maker = { readonly name: string; readonly summary?: string }

/** Inserts a trade worth 60,000 dollars with its attribution. */
async function referTrader(db: Database): Promise<void> {
  const { id, code } = await db.affiliate.findFirstOrThrow()
  const dollars = 60_000_000_000n
  const trade = { trader: exampleTrader, at: exampleSeconds, code, affiliateId: id } as const
  await insertReferralRows(db, [
    { ...trade, volume: dollars, eligible: dollars, reason: 'eligible' },
  ])
}

async function bringAbout(ctx: Context, { name, summary }: Maker): Promise<void> {
  const endpoint = endpoints.find((declared) => declared.name === name)
  const { examples = [] } = endpoint ?? {}
  const example = summary ? examples.find((each) => each.summary === summary) : examples[0]
  if (!endpoint || !example) throw new Error(`${name} has no example`)
  const { status, body } = await ask({ ctx, names: {} }, { endpoint, example })
  if (status >= 400) throw new Error(`${name} answers ${status}: ${JSON.stringify(body)}`)
}

type Call = { readonly endpoint: Endpoint; readonly example: Example }

async function ask({ ctx, names }: Scene, { endpoint, example }: Call): Promise<ExampleAnswer> {
  const { params = {}, query = {}, body } = example
  const known = (values: Names) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, names[name] ?? value]))
  const values = { chainId: 'mainnet', ...known(params) } as Names
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? `{${name}}`),
  )
  const aborted = new AbortController()
  const accounts = example.keyless ? [] : [toAddress(names.account ?? exampleOwner)]
  const headers = new Map(
    Object.entries({
      'content-type': 'application/json',
      host: 'localhost',
      ...(example.keyless ? {} : { authorization: `Bearer ${contentKey}` }),
      ...(endpoint.access === 'account'
        ? await signedIn(ctx, { origin, accounts })
        : { origin, cookie: browserCookies() }),
    }),
  )
  const response = await respond(ctx, {
    request: {
      method: endpoint.method,
      path,
      search: new URLSearchParams(known(query)).toString(),
      header: (name) => headers.get(name),
      body: body === undefined ? undefined : bytesOf(JSON.stringify(body)),
      clientAddress: '127.0.0.1',
      signal: aborted.signal,
    },
    match: findRoute(path),
    checkResponses: true,
  })
  try {
    const { status, headers: answered } = response
    return { status, headers: answered, body: await readBody(response) }
  } finally {
    aborted.abort()
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function readBody({ body }: ApiResponse): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body)
  let text = ''
  for await (const part of body) {
    text += part
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (data !== undefined) return JSON.parse(data)
  }
  throw new Error(`the stream ended without an event: ${text}`)
}
