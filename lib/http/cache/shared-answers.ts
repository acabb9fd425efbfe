import { z } from 'zod'
import { type Context, contextSlot } from '@/lib/context'
import { describeCause } from '@/lib/http/server/log-request'
import type { AnswerText } from './cached-answer'
import { deleteStoredAnswers, findStoredAnswer, saveAnswer } from './cached-answer-store'
import { openRedisAnswers } from './redis-answers'

/** Milliseconds that a request waits for the shared answers at most. */
const timeoutMs = 500

/** Milliseconds for which they are not asked after they have failed. */
const outageMs = 5_000

const sharedAnswer = z.object({
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  computedAtMs: z.number().int(),
})

/** An answer as web processes share it; times are Unix milliseconds. */
export type SharedAnswer = AnswerText & { readonly computedAtMs: number }

/** An answer to be shared, and when it stops being of use. */
export type Shareable = {
  readonly key: string
  readonly answer: SharedAnswer
  readonly uselessAtMs: number
}

/** Where web processes share answers. */
export type SharedAnswers = {
  /** What is kept under a key, in whatever form it is found. */
  readonly find: (key: string) => Promise<unknown>
  readonly save: (answer: Shareable) => Promise<void>
  readonly close: () => Promise<void>
}

type Guarded = {
  readonly answers: Promise<SharedAnswers>
  /** Answers that are being shared. */
  readonly sharing: Set<Promise<unknown>>
  quietUntilMs: number
}

/** What another process has computed; undefined also when where it is shared does not answer. */
export async function findSharedAnswer(
  ctx: Context,
  key: string,
): Promise<SharedAnswer | undefined> {
  const kept = await guard(ctx, (answers) => answers.find(key))
  const { success, data } = sharedAnswer.safeParse(kept)
  if (!success) return undefined
  // Another machine's clock may be ahead; that must not make its answers last.
  return { ...data, computedAtMs: Math.min(data.computedAtMs, ctx.now()) }
}

/** Shares an answer; failing to makes no difference to the caller. */
export async function shareAnswer(ctx: Context, answer: Shareable): Promise<void> {
  const { sharing } = guarded(ctx)
  const saved = guard(ctx, (answers) => answers.save(answer))
  sharing.add(saved)
  await saved
  sharing.delete(saved)
}

/** Rows that are kept in the database at most; Redis has bounds of its own. */
const maxRows = 50_000

/** Removes shared answers that are of no use, or too many, and tells how many; a loop calls it now and then. */
export function deleteUselessAnswers(ctx: Context): Promise<number> {
  return deleteStoredAnswers(ctx.db, { now: ctx.now(), max: maxRows })
}

/** Shares what is being shared, then lets go of where; for the end of the process. */
export async function closeSharedAnswers(ctx: Context): Promise<void> {
  const { answers, sharing } = guarded(ctx)
  await Promise.all(sharing)
  await (await answers).close()
}

/** Neither slowness nor failure reaches a request: memory and computing go on without. */
async function guard<T>(
  ctx: Context,
  work: (answers: SharedAnswers) => Promise<T>,
): Promise<T | undefined> {
  const state = guarded(ctx)
  if (Date.now() < state.quietUntilMs) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([state.answers.then(work), late])
  } catch (error) {
    if (Date.now() >= state.quietUntilMs) {
      ctx.log.warn({ cause: describeCause(error) }, 'answers are shared with no other process')
    }
    state.quietUntilMs = Date.now() + outageMs
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function guarded(ctx: Context): Guarded {
  return contextSlot(ctx, 'shared-answers:state', (): Guarded => {
    const { redisUrl } = ctx.config
    const answers = redisUrl === undefined ? postgresAnswers(ctx) : openRedisAnswers(ctx, redisUrl)
    return { answers: Promise.resolve(answers), sharing: new Set(), quietUntilMs: 0 }
  })
}

function postgresAnswers(ctx: Context): SharedAnswers {
  return {
    find: async (key) => {
      const row = await findStoredAnswer(ctx.db, { key, now: ctx.now() })
      if (!row || typeof row.answer !== 'object') return undefined
      return { ...row.answer, computedAtMs: row.computedAt.getTime() }
    },
    save: async ({ key, answer: { computedAtMs, ...answer }, uselessAtMs }) => {
      const [computedAt, uselessAt] = [new Date(computedAtMs), new Date(uselessAtMs)]
      await saveAnswer(ctx.db, { key, answer, computedAt, uselessAt })
    },
    close: async () => undefined,
  }
}
