import { setTimeout as delay } from 'node:timers/promises'
import { listProcesses } from '@/lib/devnet/processes/processes'

/**
 * Ends the chains that a killed process left running: only Anvils whose command line names a file in
 * `dataDir`.
 *
 * @returns the number of ended chains.
 */
export async function endStaleChains(dataDir: string): Promise<number> {
  const left = listChains(dataDir)
  for (const pid of left) signal(pid, 'SIGTERM')
  for (const start = Date.now(); listChains(dataDir).length > 0; await delay(50)) {
    if (Date.now() - start < 10_000) continue
    for (const pid of listChains(dataDir)) signal(pid, 'SIGKILL')
  }
  return left.length
}

function listChains(dataDir: string): number[] {
  return listProcesses()
    .filter(({ command }) => /^\S*anvil /.test(command) && command.includes(` ${dataDir}/`))
    .map(({ pid }) => pid)
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}
