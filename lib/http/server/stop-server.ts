import type { Server } from 'node:http'

/**
 * Stops accepting connections, waits up to `drainMs` for in-flight requests, then closes all connections.
 * Resolves when every connection is closed, or 100 ms after `drainMs`: the server cannot close upgraded
 * connections.
 */
export async function stopServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  closeAfterResponses(server)
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  let forceClose: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    forceClose = setTimeout(resolve, drainMs + 100)
  })
  await Promise.race([closed, late])
  clearInterval(idle)
  clearTimeout(cut)
  clearTimeout(forceClose)
}

/** Closes each keep-alive connection after its next response, so that clients and proxies open no request on one that ends. */
export function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  )
}
