import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { endpoints } from '@/lib/api/registry'
import { listen } from '@/lib/http/probes'
import { createTestContext } from './test-context'
import { createTestDatabase, type TestDatabase } from './test-database'

/** What asks the content API; with the right key and at the service that has one unless told. */
export type ContentCall = {
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly base?: string
}

/** Every endpoint over HTTP, a database and the key of the content API; for one test file. */
export type ContentDesk = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly url: string
  /** Serves the same database with other variables, and gives the address. */
  readonly serve: (environment: Readonly<Record<string, string>>) => Promise<string>
  /** Asks below `/api/content/` and the part of it. */
  readonly call: (
    method: string,
    path?: string,
    call?: ContentCall,
  ) => Promise<{ status: number; body: Awaited<ReturnType<Response['json']>> }>
}

/** The key of the content API. */
export const contentKey = 'a key of the content API'

/** Opens the desk for a test file; call it once, at the top. `part` is what of the content API `call` asks. */
export function openContentDesk(part: 'affiliates' | 'announcements'): ContentDesk {
  const servers: Server[] = []
  let database: TestDatabase
  let ctx: ContentDesk['ctx']
  let url = ''
  const contextOf = (environment: Readonly<Record<string, string>>) => {
    const unlimited = { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
    return createTestContext({ db: database.db, environment: { ...unlimited, ...environment } })
  }
  const listenIn = async (context: ContentDesk['ctx']) => {
    const started = await listen(context, { endpoints })
    servers.push(started.server)
    return started.url
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    ctx = contextOf({ CMS_API_KEY: contentKey })
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
    serve: (environment) => listenIn(contextOf(environment)),
    call: async (method, path = '', given = {}) => {
      const { body, base = url } = given
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
