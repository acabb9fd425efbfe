import type { Server } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { cancellationTypes, orderDomain } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { noAppData, signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade } from '@/lib/testing/test-order'

const { address: owner, privateKey } = getTestAccount(1)
const account = privateKeyToAccount(privateKey)
const servers: Server[] = []
const unknownUid = `0x${'00'.repeat(56)}`

let network: TestNetwork
let database: TestDatabase
let url: string

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  const approval = { owner, spender: defaultVaultRelayer, amount: 2n ** 256n - 1n }
  await approve(network.rpcUrl, { token: network.tokens.WETH ?? '0x', ...approval })
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
  const unlimited = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
  const rpcUrls = new Map([
    [1, network.rpcUrl],
    [100, 'http://127.0.0.1:1'],
  ])
  const ctx = createTestContext({
    db: database.db,
    rpcUrls,
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

let sequence = 0n

/** The body of a valid submission. */
async function submission(change: object = {}) {
  sequence += 1n
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  const sellAmount = 10n ** 15n + sequence
  const validTo = Math.floor(Date.now() / 1000) + 1200
  const terms = { sellToken, buyToken, sellAmount, buyAmount: 1n, validTo }
  const { order, signature, signingScheme } = await signTestOrder(terms, { privateKey })
  const { sellAmount: _s, buyAmount: _b, feeAmount: _f, receiver: _r, ...rest } = order
  return {
    ...rest,
    sellAmount: String(sellAmount),
    buyAmount: '1',
    feeAmount: '0',
    receiver: null,
    appData: noAppData,
    from: owner,
    signature,
    signingScheme,
    ...change,
  }
}

async function place(): Promise<Hex> {
  const { status, body } = await call('POST', '/api/v1/orders', await submission())
  expect(status).toBe(201)
  return body
}

describe('orders by HTTP', () => {
  test('are submitted, read and listed, with and without the network segment', async () => {
    const sent = await submission()
    const { status, body: uid } = await call('POST', '/mainnet/api/v1/orders', sent)
    expect([status, uid]).toEqual([201, expect.stringMatching(/^0x[0-9a-f]{112}$/)])
    const { from: _, ...shown } = sent
    const order = await call('GET', `/api/v1/orders/${uid}`)
    expect(order.body).toMatchObject({ ...shown, uid, owner, status: 'open', class: 'limit' })
    expect(order.body).not.toHaveProperty('presignaturePending')
    expect((await call('GET', `/xdai/api/v1/orders/${uid}`)).status).toBe(404)
    const list = await call('GET', `/1/api/v1/account/${owner}/orders?limit=1`)
    expect(list.body).toEqual([order.body])
  })

  test('have the spec’s defaults for omitted fields', async () => {
    const sent = await submission()
    const defaults = [
      'partiallyFillable',
      'sellTokenBalance',
      'buyTokenBalance',
      'receiver',
      'from',
    ]
    const least = Object.entries(sent).filter(([name]) => !defaults.includes(name))
    const { status, body: uid } = await call('POST', '/api/v1/orders', Object.fromEntries(least))
    expect([status, uid]).toEqual([201, expect.any(String)])
    const { body } = await call('GET', `/api/v1/orders/${uid}`)
    expect(body).toMatchObject({
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      receiver: null,
    })
  })

  test('show a pending presignature', async () => {
    const presign = await submission({ signingScheme: 'presign', signature: owner })
    const { body: uid } = await call('POST', '/api/v1/orders', presign)
    const { body } = await call('GET', `/api/v1/orders/${uid}`)
    expect(body).toMatchObject({ status: 'open', presignaturePending: true, signature: '0x' })
  })

  test.each([
    ['sellAmount', 1000, 'InvalidParameter'],
    ['sellAmount', '0x10', 'InvalidParameter'],
    ['sellAmount', '-1', 'InvalidParameter'],
    ['sellAmount', '01', 'InvalidParameter'],
    ['sellAmount', '1.5', 'InvalidParameter'],
    ['sellAmount', `1${'0'.repeat(78)}`, 'SellAmountOverflow'],
    ['buyAmount', (2n ** 256n).toString(), 'BuyAmountOverflow'],
    ['feeAmount', (2n ** 256n - 1n).toString(), 'SellAmountOverflow'],
    ['sellToken', '0x12', 'InvalidParameter'],
    ['sellToken', null, 'InvalidParameter'],
    ['from', 'vitalik.eth', 'InvalidParameter'],
    ['kind', 'swap', 'InvalidParameter'],
    ['kind', undefined, 'InvalidParameter'],
    ['validTo', '1700000000', 'InvalidParameter'],
    ['validTo', 2 ** 32, 'InvalidParameter'],
    ['partiallyFillable', 'yes', 'InvalidParameter'],
    ['signingScheme', 'eip1272', 'InvalidParameter'],
    ['sellTokenBalance', 'vault', 'InvalidParameter'],
    ['signature', '0xzz', 'InvalidSignature'],
    ['signature', '0x', 'InvalidSignature'],
    ['signature', 12, 'InvalidSignature'],
    ['appData', '{', 'InvalidAppData'],
    ['appData', {}, 'InvalidAppData'],
    ['appDataHash', '0x12', 'InvalidAppData'],
    ['appDataHash', `0x${'12'.repeat(32)}`, 'AppDataHashMismatch'],
  ])('are rejected with %s %j as %s', async (field, value, errorType) => {
    const { status, body } = await call(
      'POST',
      '/api/v1/orders',
      await submission({ [field]: value }),
    )
    expect([status, body.errorType]).toEqual([400, errorType])
    expect(body.description).toEqual(expect.any(String))
  })

  test('are rejected as an overflow for any number of digits', async () => {
    const sellAmount = '9'.repeat(20_000)
    const { body } = await call('POST', '/api/v1/orders', await submission({ sellAmount }))
    expect(body.errorType).toBe('SellAmountOverflow')
  })

  test('are cancelled once, by their owner', async () => {
    const uid = await place()
    const signature = await account.signTypedData({
      domain: orderDomain(1, defaultSettlement),
      types: cancellationTypes,
      primaryType: 'OrderCancellation',
      message: { orderUid: uid },
    })
    const cancel = () =>
      call('DELETE', `/api/v1/orders/${uid}`, { signature, signingScheme: 'eip712' })
    expect(await cancel()).toEqual({ status: 200, body: 'Cancelled' })
    expect(await cancel()).toMatchObject({ status: 400, body: { errorType: 'AlreadyCancelled' } })
    const { body } = await call('GET', `/api/v1/orders/${uid}`)
    expect(body).toMatchObject({ status: 'cancelled', invalidated: true })
  })

  test.each([
    ['no order', [], 'InvalidParameter'],
    ['a malformed uid', ['0x12'], 'InvalidParameter'],
    ['129 orders', Array.from({ length: 129 }, () => unknownUid), 'InvalidParameter'],
    ['an unknown order', [unknownUid], 'OrderNotFound'],
  ])('are not cancelled by a list of %s', async (_, orderUids, errorType) => {
    const signature = `0x${'11'.repeat(65)}`
    const cancellation = { orderUids, signature, signingScheme: 'eip712' }
    const { body } = await call('DELETE', '/api/v1/orders', cancellation)
    expect(body.errorType).toBe(errorType)
  })
})

describe('trades by HTTP', () => {
  test('are found by order or owner, never by both or neither', async () => {
    const uid = await place()
    await insertTrade(database.db, { uid, block: 9, sellAmount: 5n, buyAmount: 7n, feeAmount: 1n })
    for (const version of ['v1', 'v2']) {
      const { body } = await call('GET', `/api/${version}/trades?orderUid=${uid}`)
      expect(body).toMatchObject([
        { orderUid: uid, owner, sellAmount: '5', sellAmountBeforeFees: '4', buyAmount: '7' },
      ])
      expect((await call('GET', `/api/${version}/trades?owner=${owner}`)).body).toEqual(body)
      for (const query of ['', `?owner=${owner}&orderUid=${uid}`, '?owner=0x12']) {
        const refused = await call('GET', `/api/${version}/trades${query}`)
        expect(refused).toMatchObject({ status: 400, body: { errorType: 'InvalidParameter' } })
      }
    }
    const { body: page } = await call('GET', `/api/v2/trades?orderUid=${uid}&offset=1`)
    expect(page).toEqual([])
    const tooMany = await call('GET', `/api/v2/trades?orderUid=${uid}&limit=1001`)
    expect(tooMany.status).toBe(400)
  })
})

describe('app data by HTTP', () => {
  test('is 201 when new and 200 when known, and can be read', async () => {
    const fullAppData = JSON.stringify({ version: '1.1.0', metadata: {}, appCode: 'http' })
    const path = `/api/v1/app_data/${hashAppData(fullAppData)}`
    const [first, second] = [
      await call('PUT', path, { fullAppData }),
      await call('PUT', `/mainnet${path}`, { fullAppData }),
    ]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(first.body).toBe(hashAppData(fullAppData))
    expect((await call('GET', path)).body).toEqual({ fullAppData })
  })

  test('is rejected when malformed or of another hash, and 404 when unknown', async () => {
    const path = `/api/v1/app_data/0x${'12'.repeat(32)}`
    const codeOf = async (body: object) => (await call('PUT', path, body)).body.errorType
    expect(await codeOf({ fullAppData: '[]' })).toBe('InvalidAppData')
    expect(await codeOf({ fullAppData: {} })).toBe('InvalidAppData')
    expect(await codeOf({ fullAppData: '{}' })).toBe('AppDataHashMismatch')
    expect((await call('GET', path)).status).toBe(404)
  })
})
