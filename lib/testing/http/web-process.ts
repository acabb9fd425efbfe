import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { endpoints } from '@/lib/api/declare/registry'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { createFrontServer } from '@/lib/http/server/front-server'

// A web process without the pages: the front server over every endpoint, configured by its environment.
// It tells the port that it listens on in a line of its own. Each line that it reads stops its clock at so many
// milliseconds, which an empty line confirms.
let stopped: number | undefined
const ctx = {
  ...createContext(parseConfig(process.env), { role: 'web' }),
  now: () => stopped ?? Date.now(),
}
const server = createFrontServer(ctx, {
  endpoints,
  rest: async (_request, response) => {
    response.writeHead(404).end()
  },
})
server.listen(0, process.env.HOST ?? '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
// Whoever started it holds the other end of the pipe; with it this process ends, however that happens.
process.stdin.once('close', () => process.exit(0))
for await (const line of createInterface({ input: process.stdin })) {
  stopped = Number(line)
  process.stdout.write('\n')
}
