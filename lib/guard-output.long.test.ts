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

/** Milliseconds for which a worker runs after its first line: its loops fail, back off and fail again. */
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
    ['/readyz/mainnet'],
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

/** Operator commands that need a node, and that need the database only. */
const nodeCommands = ['network check', `tokens list mainnet ${usdc}`, `sweep mainnet ${weth}`]
const databaseCommands = ['work list', 'db roles']

async function runOperator(
  settings: SecretEnvironment,
  commands: readonly string[],
): Promise<string> {
  const texts: string[] = []
  for (const command of commands) {
    const args = [...command.split(' '), ...(/list$|check$/.test(command) ? [] : changes)]
    const operator = await startPrinting('scripts/operator.ts', settings.environment, args)
    await operator.ended
    expect(operator.printed(), command).not.toBe('')
    texts.push(operator.printed())
  }
  return texts.join('\n')
}

const changes = ['--reason', 'test', '--yes']

/** What a worker prints until it has failed for some seconds. */
async function runWorker({ environment }: SecretEnvironment): Promise<string> {
  const worker = await startPrinting('lib/workers/main.ts', environment)
  await Promise.race([until(() => worker.printed() !== ''), worker.ended])
  await Promise.race([delay(runMs), worker.ended])
  await worker.stop()
  expect(worker.printed()).not.toBe('')
  return worker.printed()
}

/** What a web process prints and answers. */
async function runWeb({ environment }: SecretEnvironment): Promise<string> {
  const web = await startPrinting('lib/testing/http/web-process.ts', environment)
  const bodies = await requestAll(await listening(web))
  await web.stop()
  return bodies + web.printed()
}

/** What the migration prints before it fails; a server that never answers does not end it. */
async function runMigration({ environment }: SecretEnvironment): Promise<string> {
  const migration = await startPrinting('scripts/migrate.ts', environment)
  await Promise.race([migration.ended, delay(20_000)])
  await migration.stop()
  return migration.printed()
}

describe('no secret is in the output, the responses and the tables of any process', {
  tags: ['long'],
}, () => {
  test.for(failures)(
    'while every server fails by %s',
    async (failure, { database: { url }, onTestFinished }) => {
      const server = await startFailingServer(failure)
      if (failure !== 'closed port') onTestFinished(server.close)
      const settings = withDatabase(openSecretEnvironment(server.host), url)
      const printed = await Promise.all([
        runWorker(settings),
        runWeb(settings),
        runOperator(settings, nodeCommands),
      ])
      expect(printed[1]).toContain('/readyz {')
      expectNone(printed.join('\n'), settings)
      expectNone(await readTables(url), settings)
    },
  )

  test.for(failures)('while the database fails by %s', async (failure, { onTestFinished }) => {
    const server = await startFailingServer(failure)
    if (failure !== 'closed port') onTestFinished(server.close)
    await expectQuiet(openSecretEnvironment(server.host))
  })

  test('while the database refuses the passwords', async ({ database: { url } }) => {
    await expectQuiet(openSecretEnvironment('127.0.0.1:1', new URL(url).host))
  })

  test('when the URLs of the database are malformed', async () => {
    await expectQuiet(openSecretEnvironment('127.0.0.1:1', '127.0.0.1:not-a-port'))
  })
})

async function expectQuiet(settings: SecretEnvironment): Promise<void> {
  const printed = await Promise.all([
    runWorker(settings),
    runWeb(settings),
    runMigration(settings),
    runOperator(settings, databaseCommands),
  ])
  expectNone(printed.join('\n'), settings)
}
