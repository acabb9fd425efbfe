import process from 'node:process'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { startWorker } from './worker'

const graceMs = 9_000

const ctx = createContext(parseConfig(process.env), { role: 'worker' })
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
