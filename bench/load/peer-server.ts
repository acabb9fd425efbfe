import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Node's bare server with one answer to everything: the reference for cached answers.
const { head, body } = JSON.parse(process.env.PEER_ANSWER ?? '{}') as {
  head: Record<string, string>
  body: string
}
const server = createServer((_request, response) => {
  response.writeHead(200, head)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.once('SIGTERM', () => process.exit(0))
