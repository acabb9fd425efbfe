import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A command to run under a guard. */
export type GuardedOptions = {
  /** The process's name in messages. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** File to which both outputs are appended. */
  readonly logFile: string
  /** The signal for a graceful stop. */
  readonly stopSignal?: 'INT' | 'TERM'
}

/** A child process that cannot outlive this one. */
export type GuardedProcess = {
  readonly pid: number
  /** Resolves with the reason of its end; never rejects. */
  readonly exited: Promise<string>
  /** Stops it gracefully, kills it after `graceMs` (10 s by default), and resolves when it has ended. */
  readonly stop: (graceMs?: number) => Promise<void>
}

const guard = fileURLToPath(new URL('./guard.sh', import.meta.url))

/**
 * Starts a command under a guard, in its own process group, so that Ctrl-C reaches only this process,
 * which then ends its children in order.
 *
 * @throws {Error} if it cannot be started.
 */
export async function startGuarded(options: GuardedOptions): Promise<GuardedProcess> {
  const log = openSync(options.logFile, 'a')
  const shell = spawn(
    '/bin/sh',
    [guard, options.stopSignal ?? 'TERM', options.command, ...options.args],
    {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['pipe', log, log, 'pipe'],
      detached: true,
    },
  )
  let isGone = false
  const exited = new Promise<string>((resolve) => {
    shell.once('error', (error) => resolve(error.message))
    shell.once('exit', (code, signal) => {
      isGone = true
      shell.stdin?.destroy()
      resolve(signal ? `ended by ${signal}` : `ended with code ${code}`)
    })
  })
  shell.stdin?.on('error', () => {})
  const pid = await Promise.race([readPid(shell.stdio[3] as NodeJS.ReadableStream), exited])
  if (typeof pid === 'string') throw new Error(`${options.name} did not start: ${pid}`)
  const stop = async (graceMs = 10_000) => {
    if (isGone) return
    shell.stdin?.end()
    const timer = setTimeout(() => killGroup(shell.pid), graceMs)
    await exited
    clearTimeout(timer)
  }
  return { pid, exited, stop }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function readPid(stream: NodeJS.ReadableStream): Promise<number> {
  return new Promise((resolve) => {
    stream.once('data', (chunk) => resolve(Number.parseInt(String(chunk), 10)))
  })
}

/** Returns the last lines of a log file, indented for a message; empty if there are none. */
export async function lastLines(logFile: string, count = 12): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  const lines = text.trimEnd().split('\n').slice(-count)
  return lines.map((line) => `    ${line}`).join('\n')
}
