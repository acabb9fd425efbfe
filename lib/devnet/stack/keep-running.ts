import { setTimeout as delay } from 'node:timers/promises'
import { lastLines } from '@/lib/devnet/processes/guarded-process'

/** A started process: the reason of its end, and how to stop it. */
export type Running = {
  readonly pid: number
  readonly exited: Promise<string>
  readonly stop: () => Promise<void>
}

type KeepOptions<T extends Running> = {
  readonly name: string
  readonly start: () => Promise<T>
  readonly logFile: string
  /** Called on each unexpected death, before the restart. */
  readonly onExit: (message: string) => void
  /** Called when it has died too often; it is not restarted. */
  readonly onAbandon: (message: string) => void
}

/** A process that is restarted when it dies. */
export type Kept<T extends Running> = {
  readonly current: () => T
  readonly stop: () => Promise<void>
}

const restartDelayMs = 1_000
const exitsAllowed = 3
const exitWindowMs = 60_000

/** Starts a process and restarts it when it dies, three times a minute at most. */
export async function keepRunning<T extends Running>(options: KeepOptions<T>): Promise<Kept<T>> {
  let current = await options.start()
  let isStopping = false
  let exits: number[] = []
  const died = async (how: string) => {
    exits = [...exits.filter((at) => Date.now() - at < exitWindowMs), Date.now()]
    const message = await describeExit(options, how)
    if (exits.length > exitsAllowed) {
      isStopping = true
      options.onAbandon(message)
    } else {
      options.onExit(message)
    }
  }
  const watch = async () => {
    for (let how = await current.exited; !isStopping; how = await restarted()) await died(how)
  }
  const restarted = async (): Promise<string> => {
    await delay(restartDelayMs)
    if (isStopping) return ''
    try {
      current = await options.start()
    } catch (error) {
      return `could not be started again: ${error instanceof Error ? error.message : error}`
    }
    if (isStopping) await current.stop()
    return current.exited
  }
  void watch()
  const stop = async () => {
    isStopping = true
    await current.stop()
  }
  return { current: () => current, stop }
}

async function describeExit(
  { name, logFile }: { name: string; logFile: string },
  how: string,
): Promise<string> {
  const cause = how.split('\n')[0]
  return `${name} ${cause}; its log (${logFile}) ends with\n${await lastLines(logFile)}`
}
