import { z } from 'zod'
import { type Context, defineSlot } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { describeCause } from '@/lib/http/server/log-request'
import type { AnswerText } from './cached-answer'
import { deleteStoredAnswers, findStoredAnswer, saveAnswer } from './cached-answer-store'

/** Maximum milliseconds that a request waits for the shared cache. */
const timeoutMs = 500

/** Milliseconds for which the shared cache is skipped after a failure. */
const outageMs = 5_000

const sharedAnswer = z.object({
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  computedAtMs: z.number().int(),
})

/** A response as web processes share it. Times are Unix milliseconds. */
export type SharedAnswer = AnswerText & { readonly computedAtMs: number }

/** A response to share, with its key and expiry. */
export type Shareable = {
  readonly key: string
  readonly answer: SharedAnswer
  readonly expiresAtMs: number
}

/** The response cache shared by web processes. */
export type SharedAnswers = {
  /** Returns the unvalidated value stored under a key. */
  readonly find: (key: string) => Promise<unknown>
  readonly save: (answer: Shareable) => Promise<void>
  readonly close: () => Promise<void>
}

type Guarded = {
  readonly answers: Promise<SharedAnswers>
  /** Saves in flight. */
  readonly sharing: Set<Promise<unknown>>
  skipUntilMs: number
}

/** Finds a response that another process computed; undefined also when the shared cache is unavailable. */
export async function findSharedAnswer(
  ctx: Context,
  key: string,
): Promise<SharedAnswer | undefined> {
  const kept = await guard(ctx, (answers) => answers.find(key))
  const { success, data } = sharedAnswer.safeParse(kept)
  if (!success) return undefined
  // Another machine's clock may be ahead; that must not extend the response's lifetime.
  return { ...data, computedAtMs: Math.min(data.computedAtMs, ctx.now()) }
}

/** Shares a response. Never throws: a failure is only logged. */
export async function shareAnswer(ctx: Context, answer: Shareable): Promise<void> {
  const { sharing } = guarded(ctx)
  const saved = guard(ctx, (answers) => answers.save(answer))
  sharing.add(saved)
  await saved
  sharing.delete(saved)
}

/** Maximum rows in the database; Redis has limits of its own. */
const maxRows = 50_000

/** Deletes expired and surplus shared responses and returns the count. Called by a loop. */
export function deleteExpiredAnswers(ctx: Context): Promise<number> {
  return deleteStoredAnswers(ctx.db, { now: ctx.now(), max: maxRows })
}

/** Waits for saves in flight, then closes the shared cache, at shutdown. */
export async function closeSharedAnswers(ctx: Context): Promise<void> {
  const { answers, sharing } = guarded(ctx)
  await Promise.all(sharing)
  await (await answers).close()
}

/** Shields requests from a slow or failing shared cache: resolves to undefined after {@link timeoutMs}. */
async function guard<T>(
  ctx: Context,
  work: (answers: SharedAnswers) => Promise<T>,
): Promise<T | undefined> {
  const state = guarded(ctx)
  if (Date.now() < state.skipUntilMs) return undefined
  try {
    return await withTimeLimit(timeoutMs, state.answers.then(work), () => {
      throw new Error(`no answer in ${timeoutMs} ms`)
    })
  } catch (error) {
    if (Date.now() >= state.skipUntilMs) {
      ctx.log.warn({ cause: describeCause(error) }, 'shared response cache unavailable')
    }
    state.skipUntilMs = Date.now() + outageMs
    return undefined
  }
}

const guarded = defineSlot('http/shared-answers', (ctx): Guarded => {
  const { redisUrl } = ctx.config
  const answers = redisUrl === undefined ? postgresAnswers(ctx) : openRedisAnswers(ctx, redisUrl)
  return { answers: Promise.resolve(answers), sharing: new Set(), skipUntilMs: 0 }
})

function postgresAnswers(ctx: Context): SharedAnswers {
  return {
    find: async (key) => {
      const row = await findStoredAnswer(ctx.db, { key, now: ctx.now() })
      if (!row || typeof row.answer !== 'object') return undefined
      return { ...row.answer, computedAtMs: row.computedAt.getTime() }
    },
    save: async ({ key, answer: { computedAtMs, ...answer }, expiresAtMs }) => {
      const [computedAt, uselessAt] = [new Date(computedAtMs), new Date(expiresAtMs)]
      await saveAnswer(ctx.db, { key, answer, computedAt, uselessAt })
    },
    close: async () => undefined,
  }
}

/** Key prefix in Redis: service, kind and format version. */
const prefix = 'coincide:answer:1:'

/** Milliseconds for a Redis command; requests wait no longer than {@link timeoutMs} either. */
const commandTimeoutMs = 500

/**
 * Opens a response cache shared through Redis, which expires the entries. The client connects and reconnects
 * in the background; while it is not connected, `find` finds nothing and `save` does nothing.
 */
async function openRedisAnswers(ctx: Context, url: string): Promise<SharedAnswers> {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(5_000, 100 * 2 ** Math.min(retries, 6)),
    },
  })
  let isDown = false
  client.on('error', (error: Error) => {
    if (!isDown) ctx.log.warn({ error: error.name }, 'Redis unavailable')
    isDown = true
  })
  client.on('ready', () => {
    isDown = false
  })
  // The client retries by itself and reports failures by the `error` event.
  client.connect().catch(() => undefined)
  const bounded = () =>
    client.withCommandOptions({ abortSignal: AbortSignal.timeout(commandTimeoutMs) })
  return {
    find: async (key) => {
      if (!client.isReady) return undefined
      const text = await bounded().get(prefix + key)
      return text === null ? undefined : JSON.parse(text)
    },
    save: async ({ key, answer, expiresAtMs }) => {
      if (!client.isReady) return
      const PX = Math.max(1, expiresAtMs - ctx.now())
      await bounded().set(prefix + key, JSON.stringify(answer), {
        expiration: { type: 'PX', value: PX },
      })
    },
    close: async () => client.destroy(),
  }
}
