import type { Server } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect } from 'vitest'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { endpoints } from '@/lib/api/declare/registry'
import { getTestAccount } from '@/lib/devnet/accounts'
import { createWallet } from '@/lib/testing/affiliate/affiliate-fixture'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

const { address: owner, privateKey } = getTestAccount(1)
const account = privateKeyToAccount(privateKey)
const servers: Server[] = []

let network: TestNetwork
let database: TestDatabase
let url: string

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  url = await serve()
})
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

/** A web process that validates every response against its declaration. */
async function serve(environment: Record<string, string> = {}): Promise<string> {
  const unlimited = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
  const ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { ...unlimited, ...environment },
  })
  const started = await listen(ctx, { endpoints })
  servers.push(started.server)
  return started.url
}

async function call(method: string, path: string, body?: unknown, base = url) {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

describe('affiliates by HTTP', () => {
  async function registration(code: string) {
    const data = affiliateTypedData('Coincide Affiliate', { walletAddress: owner, code })
    return { walletAddress: owner, code, signedMessage: await account.signTypedData(data) }
  }

  test('are registered once, also at the spec’s path with a trailing slash, and found', async () => {
    const body = { ...(await registration('HTTP-1')), code: ' http-1 ', admin: true }
    const first = await call('POST', `/affiliate/${owner.toUpperCase().replace('X', 'x')}/`, body)
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      code: 'HTTP-1',
      walletAddress: owner,
      createdAt: first.body.createdAt,
    })
    expect(await call('POST', `/affiliate/${owner}`, body)).toEqual({
      status: 409,
      body: { message: 'affiliate wallet address already bound to a code' },
    })
    const terms = { triggerVolume: 50_000, timeCapDays: 90, volumeCap: 5_000_000 }
    expect(await call('GET', `/affiliate/${owner}`)).toEqual({
      status: 200,
      body: {
        ...first.body,
        rewardAmount: 20,
        ...terms,
        revenueSplitAffiliatePct: 50,
        revenueSplitTraderPct: 40,
        revenueSplitDaoPct: 10,
      },
    })
    const offer = { status: 200, body: { ...first.body, traderRewardAmount: 8, ...terms } }
    expect(await call('GET', '/ref-codes/HTTP-1')).toEqual(offer)
    expect(await call('GET', '/ref-codes/http-1/')).toEqual(offer)
    expect((await call('GET', '/ref-codes/FREE-1')).status).toBe(404)
  })

  test.each([
    [{ walletAddress: getTestAccount(2).address }, 400, 'affiliate wallet address mismatch'],
    [{ code: 'A B C D' }, 400, expect.stringContaining('code')],
    [{ code: undefined }, 400, expect.stringContaining('code')],
    [{ signedMessage: '' }, 400, expect.stringContaining('signedMessage')],
    [{ code: 'HTTP-2\n' }, 400, expect.stringContaining('code')],
  ])('are rejected with %j', async (change, status, message) => {
    const body = { ...(await registration('HTTP-2')), ...change }
    expect(await call('POST', `/affiliate/${owner}/`, body)).toEqual({ status, body: { message } })
  })

  test.each([
    ['signedMessage', '0x1234'],
    ['code', 'HTTP-9'],
  ])(
    'with another %s are rejected with the spec’s message and a hint about the signed data',
    async (name, value) => {
      const body = { ...(await registration('HTTP-2')), [name]: value }
      expect(await call('POST', `/affiliate/${owner}/`, body)).toEqual({
        status: 401,
        body: {
          message: 'affiliate has invalid signature',
          hint: expect.stringContaining('"Coincide Affiliate"'),
        },
      })
    },
  )

  test.each([' sent-1 ', 'sent-1', 'SENT-1'])(
    'are verified against the code as sent: %j',
    async (sent) => {
      const wallet = createWallet()
      const data = affiliateTypedData('Coincide Affiliate', {
        walletAddress: wallet.address,
        code: sent,
      })
      const signedMessage = await wallet.account.signTypedData(data)
      const body = { walletAddress: wallet.address, code: sent, signedMessage }
      expect(await call('POST', `/affiliate/${wallet.address}/`, body)).toMatchObject({
        status: 201,
        body: { code: 'SENT-1' },
      })
      await database.db.affiliate.deleteMany({ where: { code: 'SENT-1' } })
    },
  )

  test('are unavailable when the feature is disabled', async () => {
    const off = await serve({ CMS_ENABLED: 'false' })
    const unavailable = { status: 503, body: { message: 'service unavailable' } }
    const body = await registration('HTTP-3')
    expect(await call('POST', `/affiliate/${owner}/`, body, off)).toEqual(unavailable)
    expect(await call('GET', `/affiliate/${owner}`, undefined, off)).toEqual(unavailable)
  })
})
