import type { AnswerCache } from '@/lib/api/declare/endpoint'
import { type Context, contextSlot } from '@/lib/context'
import { type Budget, createBudget } from '@/lib/core/budget'
import { type ServiceError, statusByCode } from '@/lib/core/errors'
import { asServiceError } from '@/lib/http/pipeline/render-error'
import { describeCause } from '@/lib/http/server/log-request'
import { type AnswerText, type CachedAnswer, postpone, toCachedAnswer } from './cached-answer'
import { findSharedAnswer, shareAnswer } from './shared-answers'
import { createRecentMap, type RecentMap } from './two-generation-cache'

/** Bounds of what one process keeps in memory. */
const bounds = { entries: 20_000, bytes: 64 * 1024 * 1024 }

/** Milliseconds for which a definitive "not found" is given again, in this process only. */
const absentMs = 3_000

/** Milliseconds after which sources that failed are asked again. */
const retryMs = 2_000

/** Milliseconds that sources may be silent before an older answer is given. */
const patienceMs = 2_000

/** Milliseconds after which a computation is given up for lost, and begun anew by who asks next. */
const lostMs = 30_000

/** A question whose answer is kept. */
export type Question = {
  readonly key: string
  /** Name of the endpoint, for the log. */
  readonly name: string
  readonly cache: AnswerCache
  readonly cacheControl: string
  /** Computes the answer; its success is a 200. */
  readonly compute: () => Promise<AnswerText>
}

type Absence = { readonly error: ServiceError; readonly untilMs: number }

type Flight = { readonly answer: Promise<CachedAnswer>; readonly beganMs: number }

type Answers = {
  readonly kept: RecentMap<CachedAnswer>
  /** Apart from answers, so that tokens which nobody knows push none out. */
  readonly absences: RecentMap<Absence>
  /** Questions that are being answered. */
  readonly flights: Map<string, Flight>
  /** For asking other processes about what was never answered here. */
  readonly firstLooks: Budget
}

function answersOf(ctx: Context): Answers {
  return contextSlot(
    ctx,
    'answer-cache:answers',
    (): Answers => ({
      // Once as text, once as the answer's, and what is made of it for the hot path.
      kept: createRecentMap({ ...bounds, bytesOf: ({ text }) => 1_000 + 2 * text.length }),
      absences: createRecentMap({ entries: 2_000, bytes: 2 ** 20, bytesOf: () => 200 }),
      flights: new Map(),
      // Small, so that a flood of questions about nothing does not become one of the database.
      firstLooks: createBudget({ burst: 10, perSecond: 5 }),
    }),
  )
}

/** The answer in this process's memory that can be given without asking for a newer one. */
export function findKeptAnswer(ctx: Context, key: string): CachedAnswer | undefined {
  const kept = answersOf(ctx).kept.find(key)
  return kept !== undefined && ctx.now() < kept.askAgainAtMs ? kept : undefined
}

/** Forgets everything in this process's memory, for tests and benchmarks. */
export function forgetAnswers(ctx: Context): void {
  const { kept, absences } = answersOf(ctx)
  kept.clear()
  absences.clear()
}

/**
 * Answers a question from memory, from what other processes have computed, or by computing it, once for
 * all who ask at the same time. While sources are down (500, or silent for two seconds) an answer that is
 * not too old is given, whose age the caller is told; likewise while they may not be asked more (429).
 *
 * @throws {ServiceError} what computing throws; "not found" again for a few seconds, all else never.
 */
export async function findAnswer(ctx: Context, question: Question): Promise<CachedAnswer> {
  const { kept, absences, flights } = answersOf(ctx)
  const { key } = question
  const now = ctx.now()
  const known = kept.find(key)
  if (known && now < known.askAgainAtMs) return known
  const absence = absences.find(key)
  if (absence && now < absence.untilMs) throw absence.error
  const flying = flights.get(key)
  const isLost = flying !== undefined && performance.now() - flying.beganMs > lostMs
  const flight = flying && !isLost ? flying : takeOff(ctx, question, known)
  if (!known || now >= known.uselessAtMs) return flight.answer
  return orAfter(flight, known)
}

function takeOff(ctx: Context, question: Question, known: CachedAnswer | undefined): Flight {
  const { flights } = answersOf(ctx)
  const answer = newAnswer(ctx, question, known)
  const flight = { answer, beganMs: performance.now() }
  flights.set(question.key, flight)
  const land = () => {
    if (flights.get(question.key) === flight) flights.delete(question.key)
  }
  // A failure is for who waits; by then they may be content with an older answer.
  answer.then(land, land)
  return flight
}

/** The new answer, or the known one when it takes too long. */
async function orAfter(flight: Flight, known: CachedAnswer): Promise<CachedAnswer> {
  const waitMs = flight.beganMs + patienceMs - performance.now()
  if (waitMs <= 0) return known
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<CachedAnswer>((resolve) => {
    timer = setTimeout(resolve, waitMs, known)
  })
  return Promise.race([flight.answer, patience]).finally(() => clearTimeout(timer))
}

async function newAnswer(
  ctx: Context,
  question: Question,
  known: CachedAnswer | undefined,
): Promise<CachedAnswer> {
  const { kept, firstLooks } = answersOf(ctx)
  const { key } = question
  const mayBeShared = known !== undefined || firstLooks.take(performance.now())
  const shared = mayBeShared ? await sharedAnswer(ctx, question) : undefined
  const newest = newerOf(known, shared)
  if (newest && ctx.now() < newest.askAgainAtMs) {
    kept.set(key, newest)
    return newest
  }
  // Before the work, since what it reads may be that old.
  const computedAtMs = ctx.now()
  try {
    const { text, headers } = await question.compute()
    const answer = toCachedAnswer({ text, headers }, { ...question, computedAtMs })
    kept.set(key, answer)
    const { uselessAtMs } = answer
    void shareAnswer(ctx, { key, answer: { text, headers, computedAtMs }, uselessAtMs })
    return answer
  } catch (thrown) {
    return fallBack(ctx, { question, newest, error: asServiceError(thrown) })
  }
}

async function sharedAnswer(ctx: Context, question: Question): Promise<CachedAnswer | undefined> {
  const shared = await findSharedAnswer(ctx, question.key)
  if (!shared) return undefined
  return toCachedAnswer(shared, { ...question, computedAtMs: shared.computedAtMs })
}

function newerOf(a: CachedAnswer | undefined, b: CachedAnswer | undefined) {
  if (!a || !b) return a ?? b
  return b.computedAtMs > a.computedAtMs ? b : a
}

type Failure = {
  readonly question: Question
  readonly newest: CachedAnswer | undefined
  readonly error: ServiceError
}

function fallBack(ctx: Context, { question, newest, error }: Failure): CachedAnswer {
  const { kept, absences } = answersOf(ctx)
  const { key, name } = question
  const status = statusByCode[error.code]
  const now = ctx.now()
  if (status === 404) {
    kept.delete(key)
    absences.set(key, { error, untilMs: now + absentMs })
  }
  const isTransient = status === 500 || status === 429
  if (!isTransient || !newest || now >= newest.uselessAtMs) throw error
  const seconds = Math.round((now - newest.computedAtMs) / 1_000)
  ctx.log.warn({ name, seconds, cause: describeCause(error) }, 'an older answer is given')
  const again = postpone(newest, now + retryMs)
  kept.set(key, again)
  return again
}
