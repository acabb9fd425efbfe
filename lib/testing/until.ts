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
