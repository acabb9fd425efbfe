import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import { checkAnswer, isSuccess, longestAnswerMs } from './check-answer'
import { type Draft, draftsOf, locationsOf } from './draft'
import { repairs, signers } from './finish'
import type { FuzzFixture } from './fuzz-fixture'
import { knowledgeOf } from './knowledge'
import { applyMutations, type Mutation, mutationsOf } from './mutation'
import { toJsonText } from './raw-json'
import type { Knowledge } from './schema-values'
import { renderRequest, sendRequest, type WireAnswer, type WireRequest } from './send-request'
import { plain, type Transport, transports } from './transport'

/** A generated request. */
type Plan = {
  readonly draft: Draft
  readonly mutations: readonly Mutation[]
  /** Whether signed requests are signed after the mutations. */
  readonly isSignedAfter: boolean
  readonly transport: Transport
}

/** The results of the requests to one endpoint. */
export type FuzzCount = {
  requests: number
  /** Requests that passed the endpoint's schemas. */
  pastSchema: number
  successes: number
  slowestMs: number
  /** The number of answers by status or error code. */
  readonly answers: Record<string, number>
}

/** The options of a run; a failing run prints those that replay it. */
export type FuzzOptions = {
  readonly requests: number
  readonly seed: number
  /** fast-check's path to the failing request. */
  readonly path: string | undefined
}

/** Number of requests after which a valid one must succeed. */
const batch = 20

/** The folder of failing seeds. */
export const failuresFolder = 'fuzz-failures'

/**
 * Sends requests generated from an endpoint's declaration, most of them invalid, and checks every answer.
 *
 * @throws {Error} with the smallest failing request and how to replay it, also written to
 *   {@link failuresFolder}.
 */
export async function fuzzEndpoint(
  fixture: FuzzFixture,
  endpoint: Endpoint,
  options: FuzzOptions,
): Promise<FuzzCount> {
  const count: FuzzCount = { requests: 0, pastSchema: 0, successes: 0, slowestMs: 0, answers: {} }
  const knowledge = knowledgeOf(fixture)
  const property = fc.asyncProperty(plansOf(fixture, endpoint, knowledge), async (plan) => {
    await runPlan(fixture, { endpoint, plan, count, knowledge })
    if (count.requests % batch === 0) await checkHealth(fixture)
  })
  const { seed, path = '', requests: numRuns } = options
  const details = await fc.check(property, { seed, path, numRuns, endOnFailure: path !== '' })
  await checkHealth(fixture)
  if (!details.failed) return count
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : ''
  throw new Error(
    keepFailure({ endpoint: endpoint.name, seed, path: details.counterexamplePath, error }),
  )
}

function plansOf(
  fixture: FuzzFixture,
  endpoint: Endpoint,
  knowledge: Knowledge,
): fc.Arbitrary<Plan> {
  const loose = draftsOf(endpoint, knowledge)
  const repair = repairs[endpoint.name]
  const fitting = repair ? loose.map((draft) => repair(draft, fixture)) : loose
  const mutations = mutationsOf(locationsOf(endpoint))
  const plan = (change: Partial<{ [K in keyof Plan]: fc.Arbitrary<Plan[K]> }>) =>
    fc.record({
      draft: fitting,
      mutations: fc.constant<readonly Mutation[]>([]),
      isSignedAfter: fc.boolean(),
      transport: fc.constant(plain),
      ...change,
    })
  return fc.oneof(
    { weight: 10, arbitrary: plan({}) },
    { weight: 5, arbitrary: plan({ mutations }) },
    { weight: 2, arbitrary: plan({ draft: loose }) },
    { weight: 3, arbitrary: plan({ transport: transports }) },
  )
}

type FuzzRun = {
  readonly endpoint: Endpoint
  readonly plan: Plan
  readonly count: FuzzCount
  readonly knowledge: Knowledge
}

async function runPlan(
  fixture: FuzzFixture,
  { endpoint, plan, count, knowledge }: FuzzRun,
): Promise<void> {
  const { draft, mutations, isSignedAfter, transport } = plan
  const sign = async (unsigned: Draft) =>
    (await signers[endpoint.name]?.(unsigned, fixture)) ?? unsigned
  const mutate = (given: Draft) => applyMutations(given, mutations, knowledge)
  const complete = isSignedAfter ? await sign(mutate(draft)) : mutate(await sign(draft))
  const request = renderRequest(endpoint, complete, transport)
  const answer = await sendRequest(fixture.url, request)
  const problems = checkAnswer(endpoint, request, answer)
  if (answer.ms > longestAnswerMs) problems.push(...(await checkSpeed(fixture, request)))
  count.requests++
  count.slowestMs = Math.max(count.slowestMs, answer.ms)
  const kind = kindOf(answer)
  count.answers[kind] = (count.answers[kind] ?? 0) + 1
  if (isSuccess(endpoint, answer)) count.successes++
  if (transport.harmless && isPastSchema(endpoint, complete)) count.pastSchema++
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${shown(request)}`)
}

function kindOf({ status, text }: WireAnswer): string {
  if (status < 300) return String(status)
  return /"errorType":"(\w+)"/.exec(text)?.[1] ?? String(status)
}

/** Repeats a slow request: a busy machine recovers, a slow endpoint stays slow. */
async function checkSpeed(fixture: FuzzFixture, request: WireRequest): Promise<string[]> {
  for (let turn = 0; turn < 5; turn++) {
    const { ms } = await sendRequest(fixture.url, request)
    if (ms <= longestAnswerMs) return []
  }
  return [`answered six times in more than ${longestAnswerMs} ms`]
}

function shown({ method, path, headers, body = '', transport }: WireRequest): string {
  const text = body.length > 2_000 ? `${body.slice(0, 2_000)}… (${body.length} characters)` : body
  return `${method} ${path} (${transport.name})\n${JSON.stringify(headers)}\n${text}`
}

function isPastSchema({ params, query, body }: Endpoint, draft: Draft): boolean {
  const takes = (schema: Endpoint['params'] | undefined, value: unknown) =>
    !schema || schema.safeParse(value === undefined ? value : JSON.parse(toJsonText(value))).success
  try {
    return takes(params, draft.params) && takes(query, draft.query) && takes(body, draft.body)
  } catch {
    return false
  }
}

async function checkHealth(fixture: FuzzFixture): Promise<void> {
  await fixture.tick()
  const uid = fixture.filled[0]?.uid
  const response = await fetch(`${fixture.url}/mainnet/api/v1/orders/${uid}`)
  const order = (await response.json()) as { uid?: string; status?: string }
  if (response.status === 200 && order.uid === uid && order.status === 'fulfilled') return
  throw new Error(`a good request is answered ${response.status} ${JSON.stringify(order)}`)
}

type Failure = {
  readonly endpoint: string
  readonly seed: number
  readonly path: string | null
  readonly error: string
}

function keepFailure(failure: Failure): string {
  const { endpoint, seed, path, error } = failure
  const replay = `FUZZ_ENDPOINT=${endpoint} FUZZ_SEED=${seed} FUZZ_PATH=${path} npx vitest run lib/api/declare/fuzz.test.ts`
  mkdirSync(failuresFolder, { recursive: true })
  const file = join(failuresFolder, `${endpoint}-${seed}.json`)
  writeFileSync(file, `${JSON.stringify({ ...failure, replay }, undefined, 2)}\n`)
  return `${endpoint}: ${error}\nreplay: ${replay}\nkept in ${file}`
}
