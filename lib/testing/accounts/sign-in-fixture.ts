import { endpoints } from '@/lib/api/declare/registry'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testSessionSecret } from './signed-in'

/** A web process of a sign-in fixture. */
export type ServedFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly url: string
}

/** A database and web processes over it that accounts sign in to; for one test file. */
export type SignInFixture = {
  readonly database: TestDatabase
  /** Starts a web process; by default it serves mainnet with an RPC that does not answer. */
  readonly serve: (
    environment?: Readonly<Record<string, string>>,
    rpcUrls?: ReadonlyMap<number, string>,
  ) => Promise<ServedFixture>
  /** Registers a cleanup that runs when the fixture closes. */
  readonly closing: (close: () => unknown) => void
}

/** An RPC URL that does not answer. */
export const noChain = 'http://127.0.0.1:9'

const usual = {
  NEXTAUTH_SECRET: testSessionSecret,
  READS_PER_SECOND: '0',
  WRITES_PER_SECOND: '0',
} as const

/** Opens the fixture on a database. */
export function openSignInFixture(database: TestDatabase) {
  const closings: (() => unknown)[] = []
  const fixture: SignInFixture = {
    database,
    serve: async (environment = {}, rpcUrls = new Map([[1, noChain]])) => {
      const settings = { ...usual, ...environment }
      const ctx = createTestContext({ db: database.db, rpcUrls, environment: settings })
      const { server, url } = await listen(ctx, { endpoints })
      closings.push(() => {
        server.close()
        server.closeAllConnections()
      })
      return { ctx, url }
    },
    closing: (close) => {
      closings.push(close)
    },
  }
  const close = async () => {
    for (const end of closings) await end()
  }
  return { fixture, close }
}
