import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { sendIds } from '@/lib/testing/delivery-sender'
import { deliveryLoop } from '@/lib/workers/delivery-loop'
import { runLoop } from '@/lib/workers/loop'

// A worker of deliveries and of nothing else, configured by its environment, whose webhooks are sent by the tests' own
// sender. CRASH_AT kills it as it kills a worker.
const ctx = createContext(parseConfig(process.env), { role: 'worker' })
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
// Whoever started it holds the other end of the pipe; with it this process ends, however that happens.
process.stdin.resume().once('close', () => process.exit(0))
const loop = deliveryLoop(ctx.config.databaseUrl ?? '', { webhook: sendIds })
await runLoop(ctx, loop, stopping.signal)
process.exit(0)
