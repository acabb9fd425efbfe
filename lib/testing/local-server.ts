import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in for somebody's HTTP server, on a port of this machine. */
export type LocalServer = {
  /** Name and port, as `127.0.0.1:8080`. */
  readonly host: string
  readonly url: string
  /** Ends it with all its connections. */
  readonly close: () => Promise<void>
}

/** Starts a server that answers so, on a free port unless one is given. */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener)
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
