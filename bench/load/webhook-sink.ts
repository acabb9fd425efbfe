import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Accepts every message, as a webhook receiver without other work. It reports its port, and answers each number it
// receives after as many further messages with their arrival times by id.
const heard: { readonly id: string; readonly atMs: number }[] = []
let wanted = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    heard.push({ id: String(request.headers['webhook-id']), atMs: Date.now() })
    response.writeHead(204).end()
    reportWhenDone()
  })
})

function reportWhenDone(): void {
  if (heard.length < wanted) return
  wanted = Number.POSITIVE_INFINITY
  process.send?.(heard.splice(0))
}

process.on('message', (count: number) => {
  wanted = count
  reportWhenDone()
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
