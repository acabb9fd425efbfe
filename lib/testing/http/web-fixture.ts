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

/** A request to the content API; by default with the right key, to the fixture's own service. */
export type ContentCall = {
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly base?: string
}

/** A {@link WebFixture} whose content API has a key. */
export type ContentFixture = {
  readonly fixture: WebFixture
  /** Sends a request to a path below `/api/content/{part}`. */
  readonly call: (
    method: string,
    path?: string,
    call?: ContentCall,
  ) => Promise<{ status: number; body: Awaited<ReturnType<Response['json']>> }>
}

/** The key of the content API. */
export const contentKey = 'a key of the content API'

/** Opens the fixture on a web fixture with {@link contentKey}. `part` is the section that `call` requests. */
export function openContentFixture(
  fixture: WebFixture,
  part: 'affiliates' | 'announcements',
): ContentFixture {
  return {
    fixture,
    call: async (method, path = '', given = {}) => {
      const { body, base = fixture.url } = given
      const authorization = 'authorization' in given ? given.authorization : `Bearer ${contentKey}`
      const response = await fetch(`${base}/api/content/${part}${path}`, {
        method,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}
