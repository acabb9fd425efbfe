import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalServer } from '@/lib/testing/local-server'

/** A proxy before several web processes, which sends requests in turn to those that are ready. */
export type Balancer = {
  readonly url: string
  /** What went wrong between the proxy and a process; it retries nothing. */
  readonly failures: string[]
  readonly close: () => Promise<void>
}

/** Milliseconds between looks at `/readyz`. */
const checkMs = 250

/** Starts a proxy before these processes. */
export async function startBalancer(backends: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const closing = new AbortController()
  const ready = new Set<string>()
  const failures: string[] = []
  // A slow answer is awaited: until it arrives, nothing changes.
  const check = async (backend: string) => {
    const isReady = await fetch(`${backend}/readyz`, { signal: closing.signal }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (isReady) ready.add(backend)
    else ready.delete(backend)
  }
  const watch = async (backend: string) => {
    while (!closing.signal.aborted) {
      await check(backend)
      await delay(checkMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  await Promise.all(backends.map(check))
  const watching = Promise.all(backends.map(watch))
  let turn = 0
  const server = await startLocalServer((request, response) => {
    const able = backends.filter((backend) => ready.has(backend))
    turn += 1
    const backend = able[turn % able.length]
    if (backend === undefined) {
      failures.push('no process is ready')
      response.writeHead(503).end()
      return
    }
    forward({ request, response, backend, agent }).catch((error: Error) => {
      failures.push(`${request.method} ${request.url}: ${error.message}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
  })
  return {
    url: server.url,
    failures,
    close: async () => {
      closing.abort()
      await watching
      await server.close()
      agent.destroy()
    },
  }
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly backend: string
  readonly agent: Agent
}

/** @throws {Error} if the process does not answer, or breaks off its answer while the client waits. */
function forward({ request, response, backend, agent }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, headers, url } = request
    const upstream = send(`${backend}${url}`, { method, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, kept)
      // A stream's headers must not wait for its first event.
      response.flushHeaders()
      answer.pipe(response)
      answer.once('error', reject)
      answer.once('end', resolve)
    })
    upstream.once('error', reject)
    response.once('close', () => {
      // The client left, or has the whole answer.
      resolve()
      upstream.destroy()
    })
    request.pipe(upstream)
  })
}
