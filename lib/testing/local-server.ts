import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for an external HTTP server, on a local port. */
export type LocalServer = {
  /** Name and port, as `127.0.0.1:8080`. */
  readonly host: string
  readonly url: string
  /** Closes it with all its connections. */
  readonly close: () => Promise<void>
}

/** Starts a server with this listener, by default on a free port. */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener)
  // It never closes a connection on which a client is just sending its next request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
