import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { endpoints } from '@/lib/api/declare/registry'
import { checkNodesAtStart } from '@/lib/chain/nodes/check-nodes'
import { watchNodes } from '@/lib/chain/nodes/watch-nodes'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { guardOutput } from '@/lib/guard-output'
import { createFrontServer } from '@/lib/http/server/front-server'
import { serveMetrics } from '@/lib/metrics/serve-metrics'

// A web process without the pages: the front server over every endpoint, configured by its environment.
// Prints the port it listens on as one line. Each input line freezes its clock at that many milliseconds, which an
// empty line confirms.
guardOutput(process.env)
let stopped: number | undefined
const ctx = {
  ...createContext(parseConfig(process.env, 'web'), { role: 'web' }),
  now: () => stopped ?? Date.now(),
}
await checkNodesAtStart(ctx)
void watchNodes(ctx, { signal: new AbortController().signal, headsOfSingles: false })
const server = createFrontServer(ctx, {
  endpoints,
  rest: async (_request, response) => {
    response.writeHead(404).end()
  },
})
serveMetrics(ctx, { port: ctx.config.metrics.webPort })
server.listen(0, process.env.HOST ?? '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
// The parent holds the other end of the pipe, so this process ends with it in every case.
process.stdin.once('close', () => process.exit(0))
for await (const line of createInterface({ input: process.stdin })) {
  stopped = Number(line)
  process.stdout.write('\n')
}
