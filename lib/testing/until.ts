import { setTimeout as delay } from 'node:timers/promises'

/** Less than the timeout of a test, so that the failure names the condition. */
const patienceMs = 240_000

/**
 * Waits until a condition holds.
 *
 * @throws {Error} if it does not hold within four minutes, and any error of `isTrue`.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for: ${isTrue}`)
    await delay(20)
  }
}

/**
 * Repeats a step, without a pause, until its result is what is waited for, and returns that.
 *
 * @throws {Error} after a thousand steps, and any error of `step`.
 */
export async function repeat<T>(
  step: () => Promise<T>,
  isDone: (result: T) => boolean,
): Promise<T> {
  for (let count = 0; count < 1_000; count += 1) {
    const result = await step()
    if (isDone(result)) return result
  }
  throw new Error(`not done after a thousand steps: ${step}`)
}
