import { setTimeout as delay } from 'node:timers/promises'

type ReadyOptions = {
  readonly url: string
  readonly signal: AbortSignal
  readonly report: (detail: string) => void
}

const timeoutMs = 120_000

/**
 * Waits until `/readyz` answers 200.
 *
 * @throws {Error} with what it answered last when that takes more than two minutes, or with the
 * signal's reason.
 */
export async function waitUntilReady({ url, signal, report }: ReadyOptions): Promise<void> {
  let last = 'none'
  for (const start = Date.now(); Date.now() - start < timeoutMs; await delay(100)) {
    signal.throwIfAborted()
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
      const text = await response.text()
      report('')
      if (response.ok) return
      last = `${response.status} ${text.slice(0, 500)}`
      report(text.slice(0, 80))
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
  }
  throw new Error(`The service did not become ready within two minutes; last answer: ${last}`)
}
