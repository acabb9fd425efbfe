import { setTimeout as delay } from 'node:timers/promises'
import { lastLines } from '@/lib/devnet/processes/guarded-process'

/** A process that was started: how it ended, and how to end it. */
export type Running = {
  readonly pid: number
  readonly exited: Promise<string>
  readonly stop: () => Promise<void>
}

type KeepOptions<T extends Running> = {
  readonly name: string
  readonly start: () => Promise<T>
  readonly logFile: string
  /** Told about each death that nobody asked for; the process is started again after it. */
  readonly onDeath: (message: string) => void
  /** Told when it died too often; it is not started again. */
  readonly onGiveUp: (message: string) => void
}

/** A process that is started again when it dies. */
export type Kept<T extends Running> = {
  readonly current: () => T
  readonly stop: () => Promise<void>
}

const restartDelayMs = 1_000
const deathsAllowed = 3
const deathWindowMs = 60_000

/** Starts a process, and again when it dies, three times a minute at most. */
export async function keepRunning<T extends Running>(options: KeepOptions<T>): Promise<Kept<T>> {
  let current = await options.start()
  let isStopping = false
  let deaths: number[] = []
  const died = async (how: string) => {
    deaths = [...deaths.filter((at) => Date.now() - at < deathWindowMs), Date.now()]
    const message = await describeDeath(options, how)
    if (deaths.length > deathsAllowed) {
      isStopping = true
      options.onGiveUp(message)
    } else {
      options.onDeath(message)
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

async function describeDeath(
  { name, logFile }: { name: string; logFile: string },
  how: string,
): Promise<string> {
  const cause = how.split('\n')[0]
  return `${name} ${cause}; its log (${logFile}) ends with\n${await lastLines(logFile)}`
}
