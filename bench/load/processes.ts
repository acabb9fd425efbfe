import { type ChildProcess, fork } from 'node:child_process'
import type { LoadResult, LoadTask } from './client'

/** A child process that puts load on a server, so that measuring costs the server's process nothing. */
export type LoadClient = { readonly run: (task: LoadTask) => Promise<LoadResult> }

/** The processes of a benchmark; `end` ends them all. */
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
        run: async (task) => {
          child.send(task)
          const { result, error } = (await nextMessage(child)) as {
            result: LoadResult
            error?: string
          }
          if (error) throw new Error(error)
          return result
        },
      }
    },
    /** A web process with these settings, all limits off unless they say otherwise; gives its port. */
    startWeb: async (environment: Record<string, string>): Promise<number> => {
      const unlimited = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
      const flags = process.env.BENCH_PROFILE
        ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
        : []
      const settings = { NODE_ENV: 'production', ...unlimited, ...environment }
      const child = start('web-server.ts', settings, flags)
      return ((await nextMessage(child)) as { port: number }).port
    },
    end: async () => {
      const running = children.filter((child) => child.exitCode === null)
      const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
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
