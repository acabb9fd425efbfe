import { sendWebhook } from '@/lib/channels/webhook/send-webhook'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { deliveryLoop } from '@/lib/workers/delivery-loop'
import { runLoop } from '@/lib/workers/loop'

// A worker that only delivers. It sends between the messages `start` and `stop`, and acknowledges each when it is
// done.
const ctx = createContext(parseConfig(process.env), { role: 'worker' })
let stopping = new AbortController()
let running: Promise<void> = Promise.resolve()

process.on('message', async (task: 'start' | 'stop') => {
  if (task === 'start') {
    stopping = new AbortController()
    running = runLoop(
      ctx,
      deliveryLoop(ctx.config.databaseUrl ?? '', { webhook: sendWebhook }),
      stopping.signal,
    )
  } else {
    stopping.abort()
    await running
  }
  process.send?.('done')
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
