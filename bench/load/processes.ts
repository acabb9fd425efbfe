import { type ChildProcess, fork } from 'node:child_process'
import type { LoadResult, LoadTask } from './client'

/** A child process that loads a server, so that measuring takes no CPU time of the server's process. */
export type LoadClient = { readonly run: (task: LoadTask) => Promise<LoadResult> }

/** A web process under load. */
export type LoadedWeb = {
  readonly port: number
  readonly forget: () => Promise<void>
  /** The 99th percentile of the event loop delay since the previous call, in milliseconds. */
  readonly eventLoopLag: () => Promise<{ readonly p99Ms: number }>
}

/** The answer of a bare server. */
export type PeerAnswer = { readonly head: Readonly<Record<string, string>>; readonly body: string }

/** Creates the processes of a benchmark; `end` ends them all. */
export function createProcesses() {
  const children: ChildProcess[] = []
  const start = (file: string, environment: Record<string, string> = {}, flags: string[] = []) => {
    const child = fork(`bench/load/${file}`, {
      execArgv: ['--import', 'tsx', ...flags],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(child)
    return child
  }
  return {
    startClient: (): LoadClient => {
      const child = start('client.ts')
      return {
        run: (task) => ask<LoadTask, LoadResult>(child, task),
      }
    },
    /**
     * Starts a web process with these settings, without limits by default; returns its port, and a function that
     * clears its cached answers.
     */
    startWeb: async (environment: Record<string, string>): Promise<LoadedWeb> => {
      const unlimited = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
      const flags = process.env.BENCH_PROFILE
        ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
        : []
      const settings = { NODE_ENV: 'production', ...unlimited, ...environment }
      const child = start('web-server.ts', settings, flags)
      const { port } = (await nextMessage(child)) as { port: number }
      const forget = async () => {
        child.send('forget')
        await nextMessage(child)
      }
      const eventLoopLag = async () => {
        child.send('lag')
        return (await nextMessage(child)) as { p99Ms: number }
      }
      return { port, forget, eventLoopLag }
    },
    /** Starts Node's bare server with one answer; returns its port. */
    startPeer: async (answer: PeerAnswer): Promise<number> => {
      const child = start('peer-server.ts', { PEER_ANSWER: JSON.stringify(answer) })
      return ((await nextMessage(child)) as { port: number }).port
    },
    /** Starts a process from another file of this folder; returns it with its first message. */
    startOther: async <First>(file: string, environment: Record<string, string> = {}) => {
      const child = start(file, environment)
      const first = (await nextMessage(child)) as First
      return { first, ask: <Task, Result>(task: Task) => ask<Task, Result>(child, task) }
    },
    end: async () => {
      const running = children.filter((child) => child.exitCode === null)
      const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

async function ask<Task, Result>(child: ChildProcess, task: Task): Promise<Result> {
  child.send(task as object)
  const { result, error } = (await nextMessage(child)) as { result: Result; error?: string }
  if (error) throw new Error(error)
  return result
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`${child.spawnargs.at(-1)} ended`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}
