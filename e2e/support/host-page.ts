import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website that embeds the trade card. */
export type HostPage = { readonly origin: string; stop(): Promise<void> }

/**
 * Serves a page on localhost, cross-site to a service at 127.0.0.1. `html` is called for each request, since the page names
 * the service, which is started with the page's origin.
 */
export async function serveHostPage(html: () => string): Promise<HostPage> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
