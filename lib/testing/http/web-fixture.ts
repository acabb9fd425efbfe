import type { Server } from 'node:http'
import { endpoints } from '@/lib/api/declare/registry'
import type { Database } from '@/lib/db/database'
import { createTestContext } from '@/lib/testing/test-context'
import { listen } from './probes'

type Environment = Readonly<Record<string, string>>

/** Every endpoint over HTTP without rate limits, answers checked against declarations; a database, no chain. */
export type WebFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly url: string
  /** Serves the same database with further variables, and returns the URL. */
  readonly serve: (environment: Environment) => Promise<string>
}

type Parts = {
  readonly db: Database
  /** Variables of every server. */
  readonly environment: Environment
  /** The fixed clock time in milliseconds; by default the wall clock. */
  readonly now: number | undefined
}

/** Opens the fixture on a database. */
export async function openWebFixture({ db, environment, now }: Parts) {
  const servers: Server[] = []
  const contextOf = (further: Environment) => {
    const usual = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0', ...environment }
    return createTestContext({
      ...(now === undefined ? {} : { now }),
      db,
      environment: { ...usual, ...further },
    })
  }
  const listenIn = async (context: WebFixture['ctx']) => {
    const started = await listen(context, { endpoints })
    servers.push(started.server)
    return started.url
  }
  const ctx = contextOf({})
  const url = await listenIn(ctx)
  const fixture: WebFixture = { ctx, url, serve: (further) => listenIn(contextOf(further)) }
  const close = () => {
    for (const server of servers) server.close().closeAllConnections()
  }
  return { fixture, close }
}
