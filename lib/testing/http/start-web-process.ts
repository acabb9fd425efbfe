import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { nodeArgsOf } from '@/lib/testing/bundle-process'

/** A web process that runs alongside the test. */
export type WebProcess = {
  /** The base URL, without a trailing slash. */
  readonly url: string
  readonly pid: number
  /** Freezes its clock at a time in Unix milliseconds. */
  setClock(ms: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the front server over every endpoint in a process of its own, on a free port of 127.0.0.1.
 * `environment` holds the operator's variables, including `DATABASE_URL` and `RPC_URL_…`; `root` is a checkout, by default
 * this one.
 */
export async function startWebProcess(
  environment: Readonly<Record<string, string>>,
  root = process.cwd(),
): Promise<WebProcess> {
  const args = await nodeArgsOf('lib/testing/http/web-process.ts', root)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'silent', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [port] = (await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error('the web process ended before it listened'))),
  ])) as [string]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    setClock: async (ms) => {
      const confirmed = once(lines, 'line')
      child.stdin.write(`${ms}\n`)
      await confirmed
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
