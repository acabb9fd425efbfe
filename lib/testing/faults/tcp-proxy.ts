import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a proxy does with the bytes that clients send. */
export type TcpFaults = {
  /** Text in a client's bytes after which the connection is cut: the server gets them, and its answer is lost. */
  readonly cutAfter?: string
  /** Of these, only every n-th is cut; by default each. */
  readonly every?: number
}

/** A proxy before a TCP server, at the edge of the service. */
export type TcpProxy = {
  readonly port: number
  /** Connections cut so far. */
  readonly cut: () => number
  /** Replaces the faults; nothing set: it forwards everything. */
  readonly behave: (faults: TcpFaults) => void
  /** Forwards nothing more on the open connections, and does not close them. */
  readonly lose: () => void
  readonly close: () => void
}

/** Starts a proxy on a free local port. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let faults: TcpFaults = {}
  let [seen, cut] = [0, 0]
  const isCut = (bytes: Buffer) => {
    if (faults.cutAfter === undefined || !bytes.includes(faults.cutAfter)) return false
    seen += 1
    return seen % (faults.every ?? 1) === 0
  }
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
    }
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    upstream.pipe(client)
    client.on('data', (bytes) => {
      upstream.write(bytes)
      if (!isCut(bytes)) return
      cut += 1
      upstream.unpipe(client)
      // The answer proves that the server has done what it was told. Without its pipe, the stream is paused.
      upstream.once('data', () => client.destroy()).resume()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => cut,
    behave: (next) => {
      faults = next
    },
    lose: () => {
      for (const socket of open) socket.unpipe().removeAllListeners('data').pause()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Starts a proxy before the server of a database URL, and returns it with the URL through it. */
export async function startDatabaseProxy(
  databaseUrl: string,
): Promise<TcpProxy & { readonly url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy(url.hostname, Number(url.port || 5432))
  url.host = `127.0.0.1:${proxy.port}`
  return { ...proxy, url: url.href }
}
