import type { Server } from 'node:http'
import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { type AnswerCache, defineEndpoint } from '@/lib/api/declare/endpoint'
import { address, booleanText, integerText, positiveAmount } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import type { Database } from '@/lib/db/database'
import { closeSharedAnswers } from '@/lib/http/cache/shared-answers'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { listen } from './probes'

/** The time at which each web process of the fixture starts, in Unix milliseconds. */
export const fixtureNow = Date.UTC(2026, 6, 1)

/** `Last-Modified` of every answer of the fixture. */
export const fixtureLastModified = 'Wed, 01 Jul 2026 00:00:00 GMT'

/** RPC URLs that refuse connections. */
export const deadRpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

type Source = {
  /** How many times the answer was computed. */
  computed: number
  /** The computation of the answer. */
  compute: () => Promise<{ worth: string }>
}

/** The setting for tests of cached answers: an endpoint, and web processes that share a database. */
export type AnswerFixture = {
  /** The source of the endpoint's answers, reset for each test. */
  readonly source: Source
  readonly db: Database
  /**
   * GET /{chainId}/tokens/{token}/worth, fresh for 60 s and served stale for 600 s more; its variant `dear` counts as
   * 25 reads unless cached.
   */
  readonly endpoint: ReturnType<typeof defineKept>
  /** Starts a web process, by default on the fixture's database. */
  readonly open: (
    environment?: Readonly<Record<string, string>>,
    db?: Database,
  ) => Promise<AnswerProcess>
}

/** A web process that serves only the endpoint. */
export type AnswerProcess = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly get: (
    target: string,
    init?: RequestInit,
  ) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }>
  /** Returns the number of shared answers. */
  readonly stored: () => Promise<number>
  /** Waits for `count` shared answers; the request itself does not wait for the write. */
  readonly untilStored: (count: number) => Promise<void>
}

/** Opens the fixture on a database. `reset` deletes the shared answers and counts from zero. */
export function openAnswerFixture({ db: shared }: TestDatabase) {
  const source: Source = { computed: 0, compute: async () => ({ worth: '' }) }
  const endpoint = defineKept('worth', { freshSeconds: 60, staleSeconds: 600 }, source)
  const dear = defineKept('dear', { freshSeconds: 60, staleSeconds: 600, reads: 25 }, source)
  const endpoints = [endpoint, dear]
  const servers: Server[] = []
  const contexts: Context[] = []
  const fixture: AnswerFixture = {
    source,
    endpoint,
    db: shared,
    open: async (environment = {}, db = shared) => {
      const settings = { READS_PER_SECOND: '0', ...environment }
      const options = { db, rpcUrls: deadRpcUrls, now: fixtureNow, environment: settings }
      const ctx = createTestContext(options)
      const { server, url } = await listen(ctx, { endpoints })
      servers.push(server)
      contexts.push(ctx)
      const stored = () => shared.cachedAnswer.count()
      return {
        ctx,
        stored,
        get: async (target, init = {}) => {
          const response = await fetch(`${url}${target}`, init)
          const { status, headers } = response
          return { status, headers, text: await response.text() }
        },
        untilStored: (count) => until(async () => (await stored()) >= count),
      }
    },
  }
  return {
    fixture,
    reset: async () => {
      source.computed = 0
      source.compute = async () => ({ worth: `${source.computed}` })
      await shared.cachedAnswer.deleteMany()
    },
    closeAnswers: async () => {
      await Promise.all(contexts.splice(0).map(closeSharedAnswers))
    },
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
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
