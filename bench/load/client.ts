import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { encodeRequest, type LoadRequest, openConnection } from './http-loop'
import { quantile } from './measure'

/** Placeholder for a new order uid in each row. */
export const freshUid = '<fresh uid>'

/** Work for a client process: one request at a time per connection, for `ms` milliseconds. */
export type LoadTask = { readonly connections: number; readonly ms: number } & (
  | { readonly kind: 'http'; readonly port: number; readonly requests: readonly LoadRequest[] }
  | {
      readonly kind: 'pg'
      readonly url: string
      readonly statement: { readonly name: string; readonly text: string }
      readonly values: readonly (readonly unknown[])[]
    }
)

/** The result of a task; requests and rows are used in order and repeat from the start. */
export type LoadResult = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers by status; rows count as 200. */
  readonly statuses: Readonly<Record<string, number>>
  /** Number of sent requests or rows. */
  readonly sent: number
}

const pools = new Map<string, Pool>()

process.on('message', (task: LoadTask) => {
  run(task).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})

async function run(task: LoadTask): Promise<LoadResult> {
  return task.kind === 'http' ? runHttp(task) : runPg(task)
}

async function runHttp(task: Extract<LoadTask, { kind: 'http' }>): Promise<LoadResult> {
  const bytes = task.requests.map(encodeRequest)
  const open = Array.from({ length: task.connections }, () => openConnection(task.port))
  const connections = await Promise.all(open)
  const result = await loop(task, (index, worker) => {
    return connections[worker]?.send(bytes[index % bytes.length] ?? '') ?? Promise.resolve(0)
  })
  for (const connection of connections) connection.close()
  return result
}

async function runPg(task: Extract<LoadTask, { kind: 'pg' }>): Promise<LoadResult> {
  const key = `${task.url} ${task.connections}`
  const pool = pools.get(key) ?? new Pool({ connectionString: task.url, max: task.connections })
  pools.set(key, pool)
  const clients = await Promise.all(Array.from({ length: task.connections }, () => pool.connect()))
  try {
    return await loop(task, async (index, worker) => {
      const row = task.values[index % task.values.length] ?? []
      const values = row.map((value) => (value === freshUid ? newUid() : value))
      await clients[worker]?.query({ ...task.statement, values })
      return 200
    })
  } finally {
    for (const client of clients) client.release()
  }
}

function newUid(): string {
  return `0x${randomBytes(56).toString('hex')}`
}

async function loop(
  { connections, ms }: LoadTask,
  send: (index: number, worker: number) => Promise<number>,
): Promise<LoadResult> {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let next = 0
  const began = performance.now()
  const work = async (worker: number) => {
    while (performance.now() - began < ms) {
      const sentAt = performance.now()
      const status = await send(next++, worker)
      times.push(performance.now() - sentAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)))
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    statuses,
    sent: next,
  }
}
