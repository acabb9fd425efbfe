import { endpoints } from '@/lib/api/declare/registry'
import type { Hex } from '@/lib/core/bytes'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { listen } from './probes'

/** An answer of the API, its body parsed. */
export type ReadAnswer = { readonly status: number; readonly body: ReadBody }

type ReadBody = Awaited<ReturnType<Response['json']>>

/**
 * A {@link SolverFixture} with a web process over it that checks every answer against its declaration. The RPC of
 * Gnosis does not answer.
 */
export type ReadFixture = SolverFixture & {
  /** GET of a path below `/{network}/api/`. */
  readonly get: (path: string, network?: string) => Promise<ReadAnswer>
  readonly post: (path: string, body: unknown) => Promise<ReadAnswer>
  readonly statusOf: (order: { readonly uid: Hex }) => Promise<ReadBody>
  readonly close: () => Promise<void>
}

/** Opens the fixture on a solver's. */
export async function openReadFixture(fixture: SolverFixture): Promise<ReadFixture> {
  const rpcUrls = new Map([
    [1, fixture.network.rpcUrl],
    [100, 'http://127.0.0.1:1'],
  ])
  const environment = { READS_PER_SECOND: '0' }
  const web = createTestContext({ db: fixture.ctx.db, rpcUrls, environment })
  const { server, url } = await listen(web, { endpoints })
  const ask = async (path: string, init: RequestInit = {}): Promise<ReadAnswer> => {
    const response = await fetch(`${url}/${path}`, init)
    return { status: response.status, body: await response.json() }
  }
  const get: ReadFixture['get'] = (path, network = 'mainnet') => ask(`${network}/api/${path}`)
  return {
    ...fixture,
    get,
    post: (path, body) =>
      ask(`mainnet/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    statusOf: async ({ uid }) => (await get(`v1/orders/${uid}/status`)).body,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the order book's 404 answer. */
export function notFound(description: string): ReadAnswer {
  return { status: 404, body: { errorType: 'NotFound', description } }
}
