import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '@/lib/context'
import { backoffMs } from '@/lib/core/backoff'
import { isServiceError } from '@/lib/core/errors'

/** A task that runs repeatedly. */
export type Loop = {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next. */
  readonly every: number
  /** One run; `again` requests the next one without a pause. `signal` aborts when the loop is to stop. */
  readonly run: (ctx: Context, signal: AbortSignal) => Promise<'again' | 'done'>
}

/**
 * Runs a loop until `signal` aborts, and waits for the current run to end. A failed run is retried after a growing,
 * jittered pause; the failure and the recovery are logged once each.
 * @throws {ServiceError} Conflict if another process has become the leader.
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
      if (failures === 1) ctx.log.warn({ loop: loop.name, error }, 'loop failed, retrying')
      await sleep(backoffMs(failures, Math.random()), signal)
    }
  }
}

/** Resolves after `ms`, or earlier when `signal` aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}
