import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '@/lib/devnet/processes/free-port'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { startWebProcess } from '@/lib/testing/http/start-web-process'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { requireProgram } from '@/lib/testing/programs'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

/** What an order and a few requests on an embedded network do not produce: failures, watched heads, deliveries. */
const silent =
  /status=~"5|outcome!="ok"|index_lag|solver_balance|head_age|deliveries|errors_total|violations|ALERTS|alertstate/

test('a real Prometheus scrapes both processes, runs every query of the dashboards, and fires and clears an alert', {
  timeout: 600_000,
}, async ({ freshDatabase: { db, url }, freshNetwork: network, onTestFinished, task, skip }) => {
  const program = requireProgram({ task, skip }, 'prometheus')
  const [webPort, workerPort, port] = [await freePort(), await freePort(), await freePort()]
  const environment = {
    DATABASE_URL: url,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SETTLE: 'on',
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    WEB_METRICS_PORT: String(webPort),
    WORKER_METRICS_PORT: String(workerPort),
  }
  const web = await startWebProcess(environment)
  onTestFinished(() => web.stop())
  const workers = openWorkers(environment)
  onTestFinished(() => workers.kill())
  await workers.start()
  const orders = await signOppositeOrders(network)
  for (const order of orders) await insertOrder(db, order)

  const folder = await mkdtemp(join(tmpdir(), 'coincide-prometheus-'))
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  await writeFile(join(folder, 'alerts.yml'), rules)
  const targets = [
    { job_name: 'coincide-web', static_configs: [{ targets: [`127.0.0.1:${webPort}`] }] },
    { job_name: 'coincide-worker', static_configs: [{ targets: [`127.0.0.1:${workerPort}`] }] },
  ]
  await writeFile(
    join(folder, 'prometheus.yml'),
    // JSON is YAML.
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: targets,
    }),
  )
  const server = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
    // Not before it has started; a query that fails has a status of its own, and says why.
    const isJson = response?.headers.get('content-type')?.includes('json')
    return (isJson ? await response?.json() : undefined) as
      | { status: string; error?: string; data: never }
      | undefined
  }
  const query = async (text: string) => {
    const answer = await ask(`query?query=${encodeURIComponent(text)}`)
    return {
      error: answer?.error,
      rows: (answer?.data as { result: object[] } | undefined)?.result,
    }
  }
  const isUp = async () => (await query('up == 1')).rows?.length === 2
  await until(isUp)
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  const from = network.accounts[1]?.address
  const quote = { sellToken, buyToken, from, kind: 'sell', sellAmountBeforeFee: '1000000000000000' }
  const headers = { 'content-type': 'application/json' }
  const body = { headers, method: 'POST', body: JSON.stringify(quote) }
  for (let turn = 0; turn < 30; turn += 1) {
    await fetch(`${web.url}/api/v1/version`)
    await fetch(`${web.url}/mainnet/tokens/${sellToken}/usdPrice`)
    await fetch(`${web.url}/api/v1/quote`, body)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const where = { status: 'fulfilled' } as const
  await until(async () => (await db.order.count({ where })) === orders.length)
  await until(
    async () => ((await query('coincide_settlement_gas_total > 0')).rows ?? []).length > 0,
  )

  const problems: string[] = []
  let queries = 0
  for (const file of readdirSync('deploy/grafana').filter((name) => name.endsWith('.json'))) {
    const { panels } = JSON.parse(readFileSync(`deploy/grafana/${file}`, 'utf8'))
    for (const { title, targets } of panels) {
      for (const { expr } of targets as { expr: string }[]) {
        queries += 1
        const { error, rows } = await query(expr.replaceAll('$chain', '.*'))
        if (error !== undefined) problems.push(`${file}, ${title}: ${error}`)
        else if (rows?.length === 0 && !silent.test(expr))
          problems.push(`${file}, ${title}: no data`)
      }
    }
  }
  const listRules = async () => {
    const answer = (await ask('rules'))?.data as { groups: { rules: Rule[] }[] } | undefined
    return (answer?.groups ?? []).flatMap((group) => group.rules)
  }
  const all = await listRules()
  expect(all.filter(({ health }) => health !== 'ok')).toEqual([])
  console.log(`${queries} queries, ${all.length} alerts; without data: ${problems.length}`)
  expect(problems).toEqual([])

  // A killed process is noticed; a new one at its place clears the alert.
  const state = async () => (await listRules()).find(({ name }) => name === 'ProcessDown')?.state
  await workers.kill()
  await until(async () => (await state()) === 'firing')
  await workers.start()
  await until(async () => (await state()) === 'inactive')
})

type Rule = { readonly name: string; readonly health: string; readonly state: string }
