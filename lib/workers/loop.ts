import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'

/** Work that is done again and again. */
export type Loop = {
  readonly name: string
  /** Milliseconds from the end of one run to the next. */
  readonly every: number
  /** One run; `again` asks for the next one at once. `signal` is raised when the loop is to stop. */
  readonly run: (ctx: Context, signal: AbortSignal) => Promise<'again' | 'done'>
}

const firstBackoffMs = 500
const longestBackoffMs = 10_000

/**
 * Runs a loop until `signal` is raised, and waits for the run under way. A run that fails is tried again
 * after a growing, jittered pause; failing and recovering are logged once each.
 *
 * @throws {ServiceError} Conflict, which says that another process leads.
 */
export async function runLoop(ctx: Context, loop: Loop, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const outcome = await loop.run(ctx, signal)
      if (failures > 0) ctx.log.info({ loop: loop.name, failures }, 'loop recovered')
      failures = 0
      await sleep(outcome === 'again' ? 0 : loop.every, signal)
    } catch (error) {
      if (isServiceError(error) && error.code === 'Conflict') throw error
      failures += 1
      if (failures === 1) ctx.log.warn({ loop: loop.name, error }, 'loop fails, trying again')
      await sleep(backoffMs(failures, Math.random()), signal)
    }
  }
}

/** Milliseconds to wait after so many failures in a row; `chance` is from 0 to 1. */
export function backoffMs(failures: number, chance: number): number {
  const longest = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}

/** Waits, or until `signal` is raised. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}
