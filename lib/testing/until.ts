import { setTimeout as delay } from 'node:timers/promises'

/** Less than a test has, so that its failure says what did not come true. */
const patienceMs = 240_000

/**
 * Waits until something is true.
 *
 * @throws {Error} when it does not come true in four minutes, and what `isTrue` throws.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`it did not come true in time: ${isTrue}`)
    await delay(20)
  }
}
