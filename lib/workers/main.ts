import { existsSync } from 'node:fs'
import process from 'node:process'
import { solverThread } from '@/lib/auctions/solvers/competing-solvers'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { startWorker } from './worker'

const graceMs = 9_000

const ctx = createContext(parseConfig(process.env), { role: 'worker' })
// Beside this bundle, where the build puts it; without it solvers hold up the process while they work.
const thread = new URL('./solver-thread.js', import.meta.url)
if (existsSync(thread)) solverThread.set(ctx, thread)
const worker = startWorker(ctx)
ctx.log.info({ chainIds: ctx.config.chainIds }, 'worker started')

// Loops sleep on timers that a signal ends; this one keeps a worker without any alive as well.
const heartbeat = setInterval(() => {}, 60_000)

const stop = async () => {
  clearInterval(heartbeat)
  await worker.stop(graceMs)
  await ctx.db.$disconnect()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
