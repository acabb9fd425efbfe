import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Next alone, as its build serves the handlers of app/**/route.ts, without the front server. Needs `npm run build`.
const { default: nextModule } = await import('next')
// Under ESM, the factory of this CommonJS module is nested in another `default`.
const next = (nextModule as { default?: typeof nextModule }).default ?? nextModule
const app = next({ dev: false, dir: process.cwd() })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
process.once('SIGTERM', () => process.exit(0))
