import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@/lib/devnet/processes/anvil'
import { describeUnready } from '@/lib/devnet/stack/wait-until-ready'

/** An instance started by `npm start` for a benchmark, with data of its own. */
export type Instance = {
  readonly url: string
  readonly pid: number
  /** Seconds from the command until the service and its networks are ready. */
  readonly seconds: number
  readonly stop: () => Promise<void>
}

type InstanceOptions = {
  /** A checkout; by default the current folder. */
  readonly folder?: string
  readonly dataDir: string
  /** `low` leaves the processor to the browser, which in production is another machine's. */
  readonly priority?: 'usual' | 'low'
}

/** Niceness of a service whose pages are measured. */
const lowPriority = 15

/** Starts an instance and waits until it is ready. Throws with its output if it ends first. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { folder, dataDir, priority = 'usual' } = options
  const port = await findFreePort('127.0.0.1')
  const began = Date.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder ?? process.cwd(),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (priority === 'low' && child.pid !== undefined) setPriority(child.pid, lowPriority)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  while ((await describeUnready(url)) !== undefined) {
    if (child.exitCode !== null) throw new Error(`the instance ended:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const seconds = (Date.now() - began) / 1000
  return { url, pid: child.pid ?? 0, seconds, stop: () => end(child) }
}

/** Returns the service at BASE_URL, which is left running; if that is not set, starts an instance. */
export async function findOrStartInstance(
  options: InstanceOptions,
): Promise<Pick<Instance, 'url' | 'stop'>> {
  const running = process.env.BASE_URL
  return running ? { url: running, stop: async () => {} } : startInstance(options)
}

/** Creates a temporary folder for a benchmark, with its removal. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'coincide-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Returns the resident memory of a process and its descendants in MB, by kind. */
export function memoryBelow(pid: number): Map<string, number> {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
  const rows = table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((match) =>
      match
        ? [
            {
              pid: Number(match[1]),
              parent: Number(match[2]),
              mb: Number(match[3]) / 1024,
              args: match[4] ?? '',
            },
          ]
        : [],
    )
  const family = new Set([pid])
  for (const row of rows) if (family.has(row.parent)) family.add(row.pid)
  const sums = new Map<string, number>()
  for (const row of rows.filter((candidate) => family.has(candidate.pid))) {
    const name = nameOf(row.args)
    sums.set(name, (sums.get(name) ?? 0) + row.mb)
  }
  return sums
}

function nameOf(args: string): string {
  const chain = /anvil .*--chain-id (\d+)/.exec(args)
  if (args.includes('guard.sh')) return 'guards'
  if (chain) return `chain ${chain[1]}`
  if (args.includes('postgres')) return 'postgres (shared pages counted per process)'
  if (args.includes('web.js')) return 'web'
  if (args.includes('worker.js')) return 'worker'
  return 'start command'
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}
