import { endpoints } from '@/lib/api/declare/registry'
import type { Hex } from '@/lib/core/bytes'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/auctions/solver-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { listen } from './probes'

/** An answer of the API, its body parsed. */
export type ReadAnswer = { readonly status: number; readonly body: ReadBody }

type ReadBody = Awaited<ReturnType<Response['json']>>

/**
 * A {@link SolverDesk} with a web process over it, in which every answer is checked; Gnosis does
 * not answer.
 */
export type ReadDesk = SolverDesk & {
  /** GET of a path below `/{network}/api/`. */
  readonly get: (path: string, network?: string) => Promise<ReadAnswer>
  readonly post: (path: string, body: unknown) => Promise<ReadAnswer>
  readonly statusOf: (order: { readonly uid: Hex }) => Promise<ReadBody>
}

/** Opens the desk; close it in `afterAll`. */
export async function openReadDesk(): Promise<ReadDesk> {
  const desk = await openSolverDesk()
  const rpcUrls = new Map([
    [1, desk.network.rpcUrl],
    [100, 'http://127.0.0.1:1'],
  ])
  const environment = { READS_PER_SECOND: '0' }
  const web = createTestContext({ db: desk.ctx.db, rpcUrls, environment })
  const { server, url } = await listen(web, { endpoints })
  const ask = async (path: string, init: RequestInit = {}): Promise<ReadAnswer> => {
    const response = await fetch(`${url}/${path}`, init)
    return { status: response.status, body: await response.json() }
  }
  const get: ReadDesk['get'] = (path, network = 'mainnet') => ask(`${network}/api/${path}`)
  return {
    ...desk,
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
      await desk.close()
    },
  }
}

/** The order book's answer to what is not there. */
export function notFound(description: string): ReadAnswer {
  return { status: 404, body: { errorType: 'NotFound', description } }
}
