import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { type AnswerCache, defineEndpoint } from '@/lib/api/declare/endpoint'
import { address, booleanText, integerText, positiveAmount } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import type { Database } from '@/lib/db/database'
import { closeSharedAnswers } from '@/lib/http/cache/shared-answers'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { listen } from './probes'

/** The time at which each web process of the desk starts, in Unix milliseconds. */
export const fixtureNow = Date.UTC(2026, 6, 1)

/** `Last-Modified` of every answer of the desk. */
export const fixtureLastModified = 'Wed, 01 Jul 2026 00:00:00 GMT'

/** RPC addresses at which nobody answers. */
export const deadRpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

type Source = {
  /** How often the answer was computed. */
  computed: number
  /** What computing does. */
  compute: () => Promise<{ worth: string }>
}

/** What tests of answers that are kept work with: an endpoint, a database, web processes that share it. */
export type AnswerFixture = {
  /** What the endpoint's answers are made of, as new for each test. */
  readonly source: Source
  readonly db: Database
  /**
   * GET /{chainId}/tokens/{token}/worth, kept for a minute and ten more; `dear` in its place counts for 25 reads
   * unless it is kept.
   */
  readonly endpoint: ReturnType<typeof defineKept>
  /** Starts a web process, on the desk's database unless told. */
  readonly open: (
    environment?: Readonly<Record<string, string>>,
    db?: Database,
  ) => Promise<AnswerProcess>
}

/** A web process with the endpoint alone. */
export type AnswerProcess = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly get: (
    target: string,
    init?: RequestInit,
  ) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }>
  /** How many answers are shared. */
  readonly stored: () => Promise<number>
  /** Waits for so many; sharing an answer is not waited for by who asks. */
  readonly untilStored: (count: number) => Promise<void>
}

/** Gives a test file a desk; call it once, at the top. */
export function openAnswerFixture(): AnswerFixture {
  let database: TestDatabase
  const source: Source = { computed: 0, compute: async () => ({ worth: '' }) }
  const endpoint = defineKept('worth', { freshSeconds: 60, staleSeconds: 600 }, source)
  const dear = defineKept('dear', { freshSeconds: 60, staleSeconds: 600, reads: 25 }, source)
  const endpoints = [endpoint, dear]
  const servers: Server[] = []
  const contexts: Context[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    source.computed = 0
    source.compute = async () => ({ worth: `${source.computed}` })
    await database.db.cachedAnswer.deleteMany()
  })
  afterEach(() => Promise.all(contexts.splice(0).map(closeSharedAnswers)))
  afterAll(async () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    await database.drop()
  })
  return {
    source,
    endpoint,
    get db() {
      return database.db
    },
    open: async (environment = {}, db = database.db) => {
      const settings = { READS_PER_SECOND: '0', ...environment }
      const options = { db, rpcUrls: deadRpcUrls, now: fixtureNow, environment: settings }
      const ctx = createTestContext(options)
      const { server, url } = await listen(ctx, { endpoints })
      servers.push(server)
      contexts.push(ctx)
      const stored = () => database.db.cachedAnswer.count()
      return {
        ctx,
        stored,
        get: async (target, init = {}) => {
          const response = await fetch(`${url}${target}`, init)
          const { status, headers } = response
          return { status, headers, text: await response.text() }
        },
        untilStored: async (count) => {
          while ((await stored()) < count) await delay(10)
        },
      }
    },
  }
}

function defineKept(name: string, cache: AnswerCache, source: Source) {
  return defineEndpoint({
    name,
    method: 'GET',
    path: `/{chainId}/tokens/{token}/${name}`,
    summary: '',
    cacheControl: 'public, max-age=60',
    cache,
    params: z.object({ token: address }),
    query: z.object({
      limit: integerText(1, 100).default(10),
      amount: positiveAmount.optional(),
      partial: booleanText.optional(),
    }),
    response: z.object({ worth: z.string() }),
    run: async () => {
      source.computed += 1
      const body = await source.compute()
      return answer({ status: 200, body, headers: { 'Last-Modified': fixtureLastModified } })
    },
  })
}
