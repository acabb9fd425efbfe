import { parseConfig } from '@/lib/config'
import { type Context, createContext } from '@/lib/context'
import { type Database, openDatabase } from '@/lib/db/database'
import type { ResolveHost } from '@/lib/resolve-host'

type TestContextOptions = {
  /** An open database; omitted with `url`, or if the test needs none. */
  readonly db?: Database
  /** Opened by the context; the caller closes it by `ctx.db.$disconnect()`. */
  readonly url?: string
  /** JSON-RPC endpoints by chain id. */
  readonly rpcUrls?: ReadonlyMap<number, string>
  /** The fixed clock time in milliseconds; by default the wall clock until it is set. */
  readonly now?: number
  /** Further environment variables, as an operator would set them. */
  readonly environment?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly resolveHost?: ResolveHost
}

/** A clock that freezes once it is set. */
export type TestClock = {
  readonly set: (ms: number) => void
  readonly advance: (ms: number) => void
}

/** Opens a database for tests: a process busy with other tests takes longer to connect than a service may. */
export function openTestDatabase(url: string): Database {
  return openDatabase({ url, connections: 5, connectMs: 60_000 })
}

/** Creates a test context: real database and chains, a silent log, and a settable clock. */
export function createTestContext(
  options: TestContextOptions = {},
): Context & { readonly clock: TestClock } {
  const environment: Record<string, string> = {
    LOG_LEVEL: 'silent',
    SETTLE: 'on',
    // Tests place many orders of few owners.
    MAX_OPEN_LIMIT_ORDERS: '0',
    ...options.environment,
  }
  for (const [chainId, url] of options.rpcUrls ?? []) environment[`RPC_URL_${chainId}`] = url
  const { url, db = url === undefined ? undefined : openTestDatabase(url) } = options
  if (url) environment.DATABASE_URL = url
  const context = createContext(parseConfig(environment), { role: 'test', db })
  let stopped = options.now
  const now = () => stopped ?? Date.now()
  return {
    ...context,
    now,
    fetch: options.fetch ?? context.fetch,
    resolveHost: options.resolveHost ?? context.resolveHost,
    clock: {
      set: (ms) => {
        stopped = ms
      },
      advance: (ms) => {
        stopped = now() + ms
      },
    },
  }
}
