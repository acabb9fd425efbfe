import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { CrashPoint } from '@/lib/core/crash-point'
import { nodeArgsOf } from '@/lib/testing/bundle-process'

/** Workers in separate processes, which can crash. */
export type WorkerProcesses = {
  /** Starts a worker, which kills itself at `point` if given. */
  readonly start: (point?: CrashPoint) => Promise<ChildProcess>
  /** Sends SIGKILL to one worker, or to all. */
  readonly kill: (one?: ChildProcess) => Promise<void>
}

/** Returns whether a process has exited or was killed. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** The workers of this process, which must not outlive it, however it ends. */
const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Creates workers of a checkout (by default this one) with an environment; `kill` them all in the end. */
export function openWorkers(
  environment: Readonly<Record<string, string>>,
  root = process.cwd(),
): WorkerProcesses {
  const running = new Set<ChildProcess>()
  const kill = async (one: ChildProcess) => {
    running.delete(one)
    if (hasEnded(one)) return
    const ended = once(one, 'exit')
    one.kill('SIGKILL')
    await ended
  }
  return {
    start: async (point) => {
      const child = spawn(process.execPath, await nodeArgsOf('lib/workers/main.ts', root), {
        cwd: root,
        env: {
          ...process.env,
          ...environment,
          LOG_LEVEL: environment.LOG_LEVEL ?? 'silent',
          CRASH_POINT: point ?? '',
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      running.add(child)
      alive.add(child)
      child.once('exit', () => alive.delete(child))
      return child
    },
    kill: async (one) => {
      await Promise.all(one ? [kill(one)] : [...running].map(kill))
    },
  }
}
