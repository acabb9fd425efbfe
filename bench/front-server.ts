import { temporaryFolder } from './instance'
import type { LoadResult } from './load/client'
import { createReport } from './load/measure'
import { createOrderDatabase, type OrderDatabase, startDatabases } from './load/order-database'
import { createProcesses } from './load/processes'
import { describeLoad, expectStatus, inTurns, ratioOf } from './load/turns'

// The front server compared with Next's own handlers of the same endpoints, app/**/route.ts, over the same database. Needs
// `npm run build`. The client is a separate process, and all measurements are interleaved, so that machine load affects
// both alike. docs/adr/0031-front-server.md rests on these ratios.
const rounds = 5
const ms = 1_000
const connections = 50
const nobody = `0x${'99'.repeat(20)}`

const report = createReport('front-server')
const folder = temporaryFolder()
const processes = createProcesses()
const postgres = await startDatabases(folder.path)
try {
  report.calibrate()
  const database = await createOrderDatabase(postgres, {
    name: 'orders',
    orders: [{ count: 10_000 }],
  })
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    READS_PER_SECOND: '0',
    // Serves the network; none of the reads calls its node.
    RPC_URL_1: 'http://127.0.0.1:1',
  }
  const front = (await processes.startWeb(environment)).port
  const { first } = await processes.startOther<{ port: number }>('next-server.ts', environment)
  const ports = { front, next: first.port }
  // A third of the ratios on a busy machine, where Next varies by a half.
  await measure(ports, { what: 'a cached read', paths: [cachedPath()], floor: 12 })
  await measure(ports, { what: 'a read of the database', paths: orderPaths(database), floor: 4 })
  await measure(ports, {
    what: 'a refusal',
    paths: ['/api/v1/orders/0x12'],
    floor: 3.5,
    status: 400,
  })
  report.calibrate()
} finally {
  await processes.end()
  await postgres.stop()
  folder.remove()
}

type Comparison = {
  readonly what: string
  readonly paths: readonly string[]
  readonly floor: number
  readonly status?: number
}

async function measure(
  ports: { readonly front: number; readonly next: number },
  { what, paths, floor, status = 200 }: Comparison,
): Promise<void> {
  const client = processes.startClient()
  const requests = paths.map((path) => ({ method: 'GET', path }))
  const load = (port: number): Promise<LoadResult> =>
    client.run({ kind: 'http', port, connections, ms, requests }).then(expectStatus(status))
  const { ours, peer } = await inTurns(
    { ours: () => load(ports.front), peer: () => load(ports.next) },
    { rounds, say: report.say },
  )
  report.say(`${what} by the front server: ${describeLoad(ours)}`)
  report.say(`${what} by Next: ${describeLoad(peer)}`)
  report.ratio(`${what}, of Next:`, ratioOf(ours, peer), { floor })
}

/** Statistics of a wallet without any: 30 seconds in the response cache. */
function cachedPath(): string {
  return `/affiliate/affiliate-stats/${nobody}/days`
}

function orderPaths({ uids }: OrderDatabase): string[] {
  return uids.map((uid) => `/api/v1/orders/${uid}`)
}
