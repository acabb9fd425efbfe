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
 * @throws {Error} with the last answer after two minutes, or with the signal's reason.
 */
export async function waitUntilReady({ url, signal, report }: ReadyOptions): Promise<void> {
  let last = 'none'
  for (const start = Date.now(); Date.now() - start < timeoutMs; await delay(250)) {
    signal.throwIfAborted()
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
      const text = await response.text()
      report('')
      if (response.ok) return
      last = reasons(text)
      report(last)
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
  }
  throw new Error(`The service did not become ready within two minutes; last answer: ${last}`)
}

/** Describes what is not ready yet. */
function reasons(text: string): string {
  try {
    const { checks } = JSON.parse(text) as { checks: Record<string, string> }
    const waiting = Object.entries(checks).filter(([, state]) => state !== 'ok')
    return waiting.map(([name, state]) => `${name}: ${state}`).join(', ')
  } catch {
    return text.slice(0, 200)
  }
}
