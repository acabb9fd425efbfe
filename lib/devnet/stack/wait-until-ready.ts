import { setTimeout as delay } from 'node:timers/promises'

type ReadyOptions = {
  readonly url: string
  readonly signal: AbortSignal
  readonly report: (detail: string) => void
}

const timeoutMs = 120_000

/**
 * Waits until a service and all its networks are ready.
 *
 * @throws {Error} with the last answer after two minutes, or with the signal's reason.
 */
export async function waitUntilReady({ url, signal, report }: ReadyOptions): Promise<void> {
  let last: string | undefined
  for (const start = Date.now(); Date.now() - start < timeoutMs; await delay(250)) {
    signal.throwIfAborted()
    last = await describeUnready(url)
    if (last === undefined) return report('')
    report(last)
  }
  throw new Error(`The service did not become ready within two minutes; last answer: ${last}`)
}

/** Describes what of a service is not ready yet; undefined once it and all its networks are. */
export async function describeUnready(url: string): Promise<string | undefined> {
  try {
    const ofProcess = await unreadyAt(`${url}/readyz`)
    if (ofProcess !== undefined) return ofProcess
    const settings = await ask(`${url}/settings.json`)
    const { networks } = (await settings.json()) as { networks: { name: string }[] }
    const ofNetworks = await Promise.all(
      networks.map(async ({ name }) => {
        const state = await unreadyAt(`${url}/readyz/${name}`)
        return state === undefined ? [] : [`${name}: ${state}`]
      }),
    )
    return ofNetworks.flat().join('; ') || undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(5_000) })

async function unreadyAt(url: string): Promise<string | undefined> {
  const response = await ask(url)
  const text = await response.text()
  return response.ok ? undefined : reasons(text)
}

function reasons(text: string): string {
  try {
    const { checks } = JSON.parse(text) as { checks: Record<string, string> }
    const waiting = Object.entries(checks).filter(([, state]) => state !== 'ok')
    return waiting.map(([name, state]) => `${name}: ${state}`).join(', ')
  } catch {
    return text.slice(0, 200)
  }
}
