import { existsSync } from 'node:fs'
import { parseConfig } from '@/lib/config'
import { watchForAbandonment } from '@/lib/devnet/stack/abandoned'
import { readSettings } from '@/lib/devnet/stack/settings'
import { startStack } from '@/lib/devnet/stack/start-stack'
import { describeStack } from '@/lib/devnet/stack/summary'
import { guardOutput } from '@/lib/guard-output'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { say, step } from './steps.mjs'

/**
 * Starts everything, prints where it is, and waits for Ctrl-C, the end of npm (if npm, with the pid `parent`, started
 * this process) or the final death of a part.
 */
export async function start(args: readonly string[], parent: number): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  loadSettingFiles(process.env)
  guardOutput(process.env)
  const settings = readSettings(args, process.env)
  // The services parse it themselves; an error here saves minutes of building.
  parseConfig(process.env)
  const stopping = new AbortController()
  listenForStop(stopping)
  watchForAbandonment({ parent, environment: process.env }, () =>
    stopping.abort(new Error('Stopped.')),
  )
  const stack = await startStack(settings, {
    say,
    step,
    environment: process.env,
    signal: stopping.signal,
  })
  // Counted from the start of this process: the installation is part of the wait.
  say(describeStack(stack, performance.now()))
  // Ctrl-C just before readiness has already aborted it, and no further event reports that.
  if (!stack.failure.aborted) {
    await new Promise((resolve) => stack.failure.addEventListener('abort', resolve, { once: true }))
  }
  if (!stopping.signal.aborted) console.error(`\n${stack.failure.reason.message}\n`)
  await step('Stop', () => stack.stop())
  process.exit(stopping.signal.aborted ? 0 : 1)
}

/** The first signal stops gracefully, a second one at once. */
function listenForStop(stopping: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The children end when their guards lose this process.
      if (stopping.signal.aborted) process.exit(130)
      stopping.abort(new Error('Stopped.'))
    })
  }
}
