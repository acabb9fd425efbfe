import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { endpoints } from '@/lib/api/declare/registry'
import { getContext } from '@/lib/context'
import { clearAnswers } from '@/lib/http/cache/answer-cache'
import { createFrontServer } from '@/lib/http/server/front-server'
import { priceInThreads } from '@/lib/http/server/price-in-threads'
import { bundleProcess } from '@/lib/testing/bundle-process'

// The web process's front server without the pages, as API requests meet it. Quotes are priced in threads.
const thread = await bundleProcess('lib/http/server/pricing-thread.ts')
priceInThreads(getContext(), pathToFileURL(resolve(thread)))
const server = createFrontServer(getContext(), {
  endpoints,
  rest: async (_request, response) => {
    response.writeHead(404).end()
  },
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (message) => {
  if (message === 'lag') {
    process.send?.({ p99Ms: delay.percentile(99) / 1e6 })
    delay.reset()
    delay.enable()
    return
  }
  clearAnswers(getContext())
  process.send?.({ forgot: true })
})
process.once('SIGTERM', () => process.exit(0))
