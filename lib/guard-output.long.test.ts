import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect } from 'vitest'
import {
  failures,
  openSecretEnvironment,
  type PrintingProcess,
  type SecretEnvironment,
  startFailingServer,
  startPrinting,
} from '@/lib/testing/faults/secret-process'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

/** Milliseconds for which a worker runs: its loops fail, back off and fail again. */
const runMs = 6_000

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

const expectNone = (text: string, { secrets }: SecretEnvironment) =>
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])

/** All that the tables hold, as text. */
async function readTables(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`)
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string }>(`SELECT t::text AS all FROM ${name} t`)
      texts.push(...rows.map(({ all }) => all))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

/** Settings with every database at this URL. */
const withDatabase = ({ environment, secrets }: SecretEnvironment, url: string) => ({
  secrets,
  environment: {
    ...environment,
    ...{ DATABASE_URL: url, WEB_DATABASE_URL: url },
    ...{ WORKER_DATABASE_URL: url, OPERATOR_DATABASE_URL: url },
  },
})

/** Requests of a web process that need its nodes, its database or its providers. */
async function requestAll(base: string): Promise<string> {
  const quote = {
    sellToken: weth,
    buyToken: usdc,
    from: weth,
    kind: 'sell',
    sellAmountBeforeFee: '1000',
  }
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: weth, data: '0x' }, 'latest'],
  }
  const post = (path: string, body: unknown): [string, RequestInit] => [
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify(body),
    },
  ]
  const requests: readonly [string, RequestInit?][] = [
    ['/readyz'],
    ['/healthz'],
    post('/mainnet/api/v1/quote', quote),
    post('/mainnet/rpc', [call]),
    [`/mainnet/api/v1/token/${weth}/native_price`],
    [`/mainnet/tokens/${weth}/usdPrice`],
    [`/mainnet/tokens/${usdc}/topHolders`],
    ['/mainnet/api/v1/solver_competition/latest'],
    ['/mainnet/api/v1/orders/0x12'],
    ['/api/auth/session'],
  ]
  const bodies = await Promise.all(
    requests.map(async ([path, init]) => {
      const signal = AbortSignal.timeout(20_000)
      const response = await fetch(base + path, { ...init, signal }).catch(String)
      return typeof response === 'string' ? response : `${path} ${await response.text()}`
    }),
  )
  return bodies.join('\n')
}

async function listening(web: PrintingProcess): Promise<string> {
  const portOf = () => /^[0-9]+$/m.exec(web.printed())?.[0]
  await Promise.race([until(() => portOf() !== undefined), web.ended])
  return `http://127.0.0.1:${portOf() ?? 1}`
}

const operatorCommands = [
  'network check',
  'work list',
  'pnl',
  'settlement list',
  'log',
  `tokens list mainnet ${usdc} --reason test --yes`,
  `sweep mainnet ${weth} --reason test --yes`,
  'db roles --reason test --yes',
]

async function runOperator(settings: SecretEnvironment): Promise<string> {
  const texts: string[] = []
  for (const command of operatorCommands) {
    const args = command.split(' ')
    const operator = await startPrinting('scripts/operator.ts', settings.environment, args)
    expect(await operator.ended, command).not.toBeNull()
    texts.push(`${command}: ${operator.printed()}`)
  }
  return texts.join('\n')
}

describe.for(failures)(
  'while every server fails by %s, no secret',
  { tags: ['long'] },
  (failure) => {
    test('is in the output and the tables of a worker', async ({
      database: { url },
      onTestFinished,
    }) => {
      const server = await startFailingServer(failure)
      if (failure !== 'closed port') onTestFinished(server.close)
      const settings = withDatabase(openSecretEnvironment(server.host), url)
      const worker = await startPrinting('lib/workers/main.ts', settings.environment)
      await Promise.race([delay(runMs), worker.ended])
      await worker.stop()
      expect(worker.printed().length).toBeGreaterThan(0)
      expectNone(worker.printed(), settings)
      expectNone(await readTables(url), settings)
    })

    test('is in the output and the responses of a web process', async ({
      database: { url },
      onTestFinished,
    }) => {
      const server = await startFailingServer(failure)
      if (failure !== 'closed port') onTestFinished(server.close)
      const settings = withDatabase(openSecretEnvironment(server.host), url)
      const web = await startPrinting('lib/testing/http/web-process.ts', settings.environment)
      const bodies = await requestAll(await listening(web))
      await web.stop()
      expect(bodies).toContain('/readyz {')
      expectNone(bodies, settings)
      expectNone(web.printed(), settings)
    })

    test('is in what operator commands print', async ({ database: { url }, onTestFinished }) => {
      const server = await startFailingServer(failure)
      if (failure !== 'closed port') onTestFinished(server.close)
      const settings = withDatabase(openSecretEnvironment(server.host), url)
      expectNone(await runOperator(settings), settings)
    })
  },
)

describe('while the database fails, no secret is in the output of any process', {
  tags: ['long'],
}, () => {
  test.for(failures)('by %s', async (failure, { onTestFinished }) => {
    const server = await startFailingServer(failure)
    if (failure !== 'closed port') onTestFinished(server.close)
    await expectQuiet(openSecretEnvironment(server.host))
  })

  test('by refusing the password', async ({ database: { url } }) => {
    await expectQuiet(openSecretEnvironment('127.0.0.1:1', new URL(url).host))
  })

  test('because its URL is malformed', async () => {
    const { environment, secrets } = openSecretEnvironment('127.0.0.1:1', '127.0.0.1:not-a-port')
    await expectQuiet({ environment, secrets })
  })
})

async function expectQuiet(settings: SecretEnvironment): Promise<void> {
  const { environment } = settings
  const worker = await startPrinting('lib/workers/main.ts', environment)
  const web = await startPrinting('lib/testing/http/web-process.ts', environment)
  const migration = await startPrinting('scripts/migrate.ts', environment)
  const bodies = await requestAll(await listening(web))
  await Promise.race([delay(runMs), worker.ended])
  await Promise.all([worker.stop(), web.stop(), Promise.race([migration.ended, delay(20_000)])])
  await migration.stop()
  expect(migration.printed()).not.toBe('')
  const printed = [worker, web, migration].map((one) => one.printed())
  expectNone([...printed, bodies, await runOperator(settings)].join('\n'), settings)
}
