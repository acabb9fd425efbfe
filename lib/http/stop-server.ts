import type { Server } from 'node:http'

/**
 * Stops taking connections, lets requests under way end for `drainMs`, then cuts what is left.
 * Resolves when every connection is closed.
 */
export async function stopServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // Keep-alive connections end after the answer they are waiting for.
  server.prependListener('request', (_request, response) =>
    response.setHeader('Connection', 'close'),
  )
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
