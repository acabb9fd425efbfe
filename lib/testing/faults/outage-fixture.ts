import type { Server } from 'node:http'
import { pino } from 'pino'
import { endpoints } from '@/lib/api/declare/registry'
import type { Address } from '@/lib/core/address'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { closeSharedAnswers } from '@/lib/http/cache/shared-answers'
import { marketRole } from '@/lib/market/indexing/market-role'
import { listen } from '@/lib/testing/http/probes'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import {
  type ProviderServer,
  type PublishedProvider,
  startProvider,
} from '@/lib/testing/market/provider-server'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { backfillHolders } from '@/lib/tokens/holders/backfill-holders'

const chainId = 1

/** An answer of a web process, with its body as text. */
export type OutageAnswer = Pick<Response, 'status' | 'headers'> & { readonly text: string }

/** A web process, the one provider it is configured with, and their clock. */
export type OutageWeb = {
  readonly provider: ProviderServer
  /** Requests data about a token from the provider's endpoint. */
  readonly ask: (token: Address, network?: string) => Promise<OutageAnswer>
  readonly advance: (seconds: number) => void
  /** Makes the provider answer that it does not know the token. */
  readonly unlist: (token: Address) => void
}

/** An indexed network, configured as a real one so that providers are queried, and web processes over it. */
export type OutageFixture = {
  /** A token priced by our own pools, with its holders indexed. */
  readonly ownToken: Address
  readonly key: string
  /** All answers of the web processes and all lines of their logs. */
  readonly answered: readonly string[]
  readonly logged: readonly string[]
  readonly open: (published: PublishedProvider) => Promise<OutageWeb>
  readonly close: () => Promise<void>
}

const { address: ownToken } = getDevnetToken(chainId, 'COW')

/** The environment of the service. Not embedded: providers are never queried about the tokens of an embedded network. */
export const outageEnvironment = {
  EMBEDDED_CHAIN_IDS: '',
  HOLDER_INDEX_TOKENS: `${chainId}:${ownToken}@0`,
}

/** Opens the fixture on a service with {@link outageEnvironment}. */
export async function openOutageFixture(service: ServiceFixture): Promise<OutageFixture> {
  const leadership = { chainId, role: marketRole(chainId), epoch: 1n }
  await repeat(
    () => backfillHolders(service.ctx, leadership),
    (state) => state !== 'again',
  )
  const said: Said = { answered: [], logged: [] }
  const ends: (() => Promise<unknown>)[] = []
  return {
    ownToken,
    key,
    ...said,
    open: async (published) => {
      const web = await openWeb(service, published, said)
      ends.push(web.end)
      return web
    },
    close: async () => {
      await Promise.all(ends.map((end) => end()))
    },
  }
}

const key = 'key-that-nobody-may-see'

type Said = { readonly answered: string[]; readonly logged: string[] }

async function openWeb(service: ServiceFixture, published: PublishedProvider, said: Said) {
  const { variable, endpoint, answer } = published
  const unlisted = new Set<Address>()
  const provider = await startProvider(answer((token) => !unlisted.has(token)))
  const base = createTestContext({
    db: service.ctx.db,
    rpcUrls: new Map([[chainId, service.network.rpcUrl]]),
    now: Date.now(),
    environment: {
      READS_PER_SECOND: '0',
      [`${variable}_API_KEY`]: key,
      [`${variable}_URL`]: provider.url,
    },
  })
  const log = pino({ level: 'trace' }, { write: (line) => void said.logged.push(line) })
  const ctx = { ...base, log }
  const { server, url } = await listen(ctx, { endpoints })
  const ask = async (token: Address, network = 'mainnet'): Promise<OutageAnswer> => {
    const response = await fetch(`${url}/${network}/tokens/${token}/${endpoint}`)
    const text = await response.text()
    said.answered.push(JSON.stringify([...response.headers]) + text)
    return { status: response.status, headers: response.headers, text }
  }
  return {
    provider,
    ask,
    advance: (seconds: number) => base.clock.advance(seconds * 1_000),
    unlist: (token: Address) => void unlisted.add(token),
    end: () => Promise.all([closeSharedAnswers(ctx), provider.stop(), closeServer(server)]),
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
