import { existsSync } from 'node:fs'
import process from 'node:process'
import { solverThread } from '@/lib/auctions/solvers/competing-solvers'
import { checkNodesAtStart } from '@/lib/chain/nodes/check-nodes'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { guardOutput } from '@/lib/guard-output'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { serveMetrics } from '@/lib/metrics/serve-metrics'
import { startTracing } from '@/lib/tracing/start-tracing'
import { measureState } from './measure-state'
import { startWorker } from './worker'

/**
 * Milliseconds that running work gets at shutdown, and then the traces and the connections to the database, which wait for
 * work that has not ended: 9 s together, less than the 10 s after which Docker kills a process.
 */
const graceMs = 8_000
const closeMs = 1_000

loadSettingFiles(process.env)
guardOutput(process.env)
const ctx = createContext(parseConfig(process.env, 'worker'), { role: 'worker' })
await startTracing(ctx, 'worker')
// The build puts this file beside the bundle. Without it, solvers run on the main thread and block the process.
const thread = new URL('./solver-thread.js', import.meta.url)
if (existsSync(thread)) solverThread.set(ctx, thread)
await checkNodesAtStart(ctx)
const worker = startWorker(ctx)
serveMetrics(ctx, { port: ctx.config.metrics.workerPort, measure: measureState })
ctx.log.info({ chainIds: ctx.config.chainIds }, 'worker started')

// The loops' timers do not keep a process alive, but this one does, even if no loop runs.
const heartbeat = setInterval(() => {}, 60_000)

const stop = async () => {
  clearInterval(heartbeat)
  await worker.stop(graceMs)
  const closing = Promise.all([ctx.traces.stop(), ctx.db.$disconnect()])
  await withTimeLimit(closeMs, closing, () => {})
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
