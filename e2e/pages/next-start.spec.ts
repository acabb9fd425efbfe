import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { migrate } from '@/lib/db/migrate'
import { findFreePort } from '@/lib/devnet/processes/anvil'
import { type EmbeddedPostgres, startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'

// `next start` alone, without the front server, must serve every endpoint as the front server does.
const folder = mkdtempSync(join(tmpdir(), 'coincide-next-start-'))
const nextBin = createRequire(import.meta.url).resolve('next/dist/bin/next')
let postgres: EmbeddedPostgres
let network: TestNetwork
let next: ChildProcess
let url: string

test.beforeAll(async () => {
  postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
  })
  await migrate(postgres.url('postgres'))
  network = await startTestNetwork({ chainId: 1 })
  const port = String(await findFreePort('127.0.0.1'))
  url = `http://127.0.0.1:${port}`
  next = spawn(process.execPath, [nextBin, 'start', '-p', port, '-H', '127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url('postgres'),
      RPC_URL_1: network.rpcUrl,
      EMBEDDED_CHAIN_IDS: '1',
      CMS_API_KEY: 'a-key-for-this-test',
      LOG_LEVEL: 'silent',
    },
  })
  await expect(async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  }).toPass()
})

test.afterAll(async () => {
  next.kill()
  await network.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const uid = `0x${'ab'.repeat(56)}`
const quote = {
  kind: 'sell',
  sellAmountBeforeFee: '1000000000000000000',
  sellToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  from: account,
}

type Case = readonly [method: string, path: string, body?: unknown]

/** Requests whose responses do not depend on stored data. */
const cases: readonly Case[] = [
  ['GET', '/healthz'],
  ['HEAD', '/healthz'],
  ['GET', `/api/v1/orders/${uid}`],
  ['GET', `/mainnet/api/v1/orders/${uid}/`],
  ['GET', '/1/api/v1/orders/0x12'],
  ['PATCH', `/api/v1/orders/${uid}`],
  ['OPTIONS', '/api/v1/quote'],
  ['POST', '/api/v1/quote', { kind: 'sell' }],
  ['POST', '/mainnet/api/v1/quote', { ...quote, sellAmountBeforeFee: '0x10' }],
  ['POST', '/api/v1/quote', 'not an object'],
  ['POST', '/api/v1/orders', {}],
  ['DELETE', '/api/v1/orders', { orderUids: [] }],
  ['GET', '/nowhere/api/v1/quote'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/mainnet/tokens/0x12/usdPrice'],
  ['GET', '/accounts/0x12/notifications'],
  ['GET', `/accounts/0x${'11'.repeat(20)}/notifications`],
  ['POST', `/affiliate/${account}/`, { walletAddress: account, code: 'x', signedMessage: '0x' }],
  ['GET', '/ref-codes/NOBODY'],
  ['GET', '/api/v2/solver_competition/999999999999'],
]

for (const [method, path, body] of cases) {
  test(`${method} ${path} ${body ? JSON.stringify(body).slice(0, 40) : ''}`, {
    tag: '@long',
  }, async ({ request }) => {
    const front = await send(request, path, { method, body })
    expect(await send(request, `${url}${path}`, { method, body })).toEqual(front)
    expect(front.headers['access-control-allow-origin']).toBe('*')
  })
}

test('computes and verifies a quote', { tag: '@long' }, async ({ request }) => {
  // Retry like any client: a busy service returns 500.
  await expect(async () => {
    const answer = await request.post(`${url}/mainnet/api/v1/quote`, { data: quote })
    expect(answer.status()).toBe(200)
    expect(await answer.json()).toMatchObject({ verified: true, from: account })
  }).toPass()
})

type RequestInput = { method: string; body: unknown }

/** Returns status, body and the headers that are part of the API contract. */
async function send(request: APIRequestContext, address: string, { method, body }: RequestInput) {
  const answer = await request.fetch(address, {
    method,
    maxRedirects: 0,
    ...(body === undefined ? {} : { data: body }),
  })
  const headers = answer.headers()
  const named = ['access-control-allow-origin', 'allow', 'cache-control', 'content-type']
  return {
    status: answer.status(),
    headers: Object.fromEntries(named.map((name) => [name, headers[name]])),
    body: await answer.text(),
  }
}
