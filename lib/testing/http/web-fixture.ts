import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { listen } from './probes'

type Environment = Readonly<Record<string, string>>

/** Every endpoint over HTTP without rate limits, answers checked against declarations; a database, no chain. */
export type WebFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly url: string
  /** Serves the same database with further variables, and returns the URL. */
  readonly serve: (environment: Environment) => Promise<string>
}

type WebFixtureOptions = {
  /** Variables of every server. */
  readonly environment?: Environment
  /** The fixed clock time in milliseconds; by default the wall clock. */
  readonly now?: number
}

/** Opens the fixture for a test file; call once, at the top level. */
export function openWebFixture({ environment = {}, ...clock }: WebFixtureOptions = {}): WebFixture {
  const servers: Server[] = []
  let database: TestDatabase
  let ctx: WebFixture['ctx']
  let url = ''
  const contextOf = (further: Environment) => {
    const usual = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0', ...environment }
    return createTestContext({
      ...clock,
      db: database.db,
      environment: { ...usual, ...further },
    })
  }
  const listenIn = async (context: WebFixture['ctx']) => {
    const started = await listen(context, { endpoints })
    servers.push(started.server)
    return started.url
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    ctx = contextOf({})
    url = await listenIn(ctx)
  })
  afterAll(async () => {
    for (const server of servers) server.close().closeAllConnections()
    await database?.drop()
  })
  return {
    get ctx() {
      return ctx
    },
    get url() {
      return url
    },
    serve: (further) => listenIn(contextOf(further)),
  }
}
