import type { Server } from 'node:http'

/**
 * Stops taking connections, lets requests under way end for `drainMs`, then cuts what is left.
 * Resolves when every connection is closed, or shortly after the cut: connections that were upgraded
 * are no longer the server's to close.
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
  let giveUp: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, drainMs + 100)
  })
  await Promise.race([closed, late])
  clearInterval(idle)
  clearTimeout(cut)
  clearTimeout(giveUp)
}
