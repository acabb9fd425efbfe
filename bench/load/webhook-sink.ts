import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Takes every message, as a receiver of webhooks does that has nothing else to do. It tells its port, and answers
// each number that it is sent once it has heard that many messages since the last one: when each came, by its id.
const heard: { readonly id: string; readonly atMs: number }[] = []
let wanted = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    heard.push({ id: String(request.headers['webhook-id']), atMs: Date.now() })
    response.writeHead(204).end()
    tellWhenDone()
  })
})

function tellWhenDone(): void {
  if (heard.length < wanted) return
  wanted = Number.POSITIVE_INFINITY
  process.send?.(heard.splice(0))
}

process.on('message', (count: number) => {
  wanted = count
  tellWhenDone()
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
