import { describe, expect } from 'vitest'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import { endpoints } from '@/lib/api/declare/registry'
import { test } from '@/lib/testing/test'
import { type FuzzCount, fuzzEndpoint } from './run-fuzz'

/** The required result of a run over all endpoints. */
export type FuzzDemands = {
  /** Requests to each endpoint. */
  readonly requestsEach: number
  /** Minimum number of requests per endpoint that pass its schemas. */
  readonly pastSchema: number
  /** Minimum share of successful requests. */
  readonly successShare: number
}

const fixedSeed = 20_261_121

/**
 * Declares one test per endpoint. `FUZZ_REQUESTS` sets the total number of requests, `FUZZ_ENDPOINT`
 * selects one endpoint, `FUZZ_SEED` and `FUZZ_PATH` replay a failure.
 */
export function describeFuzz(demands: FuzzDemands, tags: string[] = []): void {
  const setting = (name: string) => process.env[name] || undefined
  const [chosen, path] = [setting('FUZZ_ENDPOINT'), setting('FUZZ_PATH')]
  const total = setting('FUZZ_REQUESTS')
  const share = total ? Math.ceil(Number(total) / endpoints.length) : demands.requestsEach
  const options = { requests: share, seed: Number(setting('FUZZ_SEED') ?? fixedSeed), path }
  const fuzzed = endpoints.filter(({ name }) => chosen === undefined || name === chosen)

  describe(`${share} requests to each endpoint, most of them invalid`, { tags }, () => {
    test.for(fuzzed)(
      '$name answers as documented and keeps answering',
      { timeout: 600_000 },
      async (endpoint, { fuzz }) => {
        await fuzz.signIn()
        const count = await fuzzEndpoint(fuzz, endpoint, options)
        if (path === undefined) expectEnough(endpoint, count, { demands, share })
      },
    )
  })
}

function expectEnough(
  { name }: Endpoint,
  count: FuzzCount,
  { demands, share }: { demands: FuzzDemands; share: number },
): void {
  const part = share / demands.requestsEach
  const message = `${name}: ${JSON.stringify(count)}; teach lib/testing/fuzz/knowledge.ts its fields`
  expect(count.pastSchema, message).toBeGreaterThanOrEqual(Math.floor(demands.pastSchema * part))
  expect(count.successes / count.requests, message).toBeGreaterThanOrEqual(demands.successShare)
}
