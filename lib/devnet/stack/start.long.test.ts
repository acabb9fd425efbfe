import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '@/lib/devnet/processes/free-port'

let root: string
let dataDir: string
let port: number
/** Ends what a failed test left running, so that the next one finds the port and the data directory free. */
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coincide-start-'))
  dataDir = join(root, 'data')
  port = await freePort()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})
afterAll(() => rm(root, { recursive: true, force: true }))

type Start = {
  readonly process: ChildProcess
  readonly output: () => string
  /** Resolves with true once the line is printed, or with false if the process ends first. */
  readonly prints: (text: string) => Promise<boolean>
  readonly exited: Promise<number | null>
}

const byHand = (...args: string[]) => [process.execPath, 'scripts/start.mjs', ...args]

function start(environment: Record<string, string> = {}, command = byHand()): Start {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      EMBEDDED_NETWORKS: 'sepolia',
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  cleanups.push(() => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    return exited
  })
  const prints = (text: string) =>
    Promise.race([
      exited.then(() => output.includes(text)),
      expect
        .poll(() => output, { timeout: 600_000, interval: 50 })
        .toContain(text)
        .then(() => true),
    ])
  return { process: child, output: () => output, prints, exited }
}

/** Processes with the data directory in their arguments. */
const remainingProcesses = () =>
  execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir))

const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

test('starts, responds, stops everything on Ctrl-C, and keeps its data', {
  tags: ['long'],
}, async () => {
  const first = start()
  expect(await first.prints('Ready after'), first.output()).toBe(true)
  expect(await isReady()).toBe(200)
  const devnet = JSON.parse(await readFile(join(dataDir, 'devnet.json'), 'utf8'))
  expect(Object.keys(devnet.networks)).toEqual(['11155111'])
  first.process.kill('SIGINT')
  expect(await first.exited).toBe(0)
  expect(remainingProcesses()).toEqual([])

  const second = start()
  expect(await second.prints('Ready after'), second.output()).toBe(true)
  expect(second.output()).toMatch(/Migrate database .*up to date/)
  second.process.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('stops everything when npm ends', { tags: ['long'] }, async () => {
  const byNpm = start({}, ['npm', 'start'])
  expect(await byNpm.prints('Ready after'), byNpm.output()).toBe(true)
  byNpm.process.kill('SIGTERM')
  await byNpm.exited
  await expect.poll(remainingProcesses, { timeout: 20_000 }).toEqual([])
})

test('recovers from a kill of all processes at once', { tags: ['long'] }, async () => {
  const first = start()
  expect(await first.prints('Ready after'), first.output()).toBe(true)
  first.process.kill('SIGKILL')
  await first.exited
  const second = start()
  expect(await second.prints('Ready after'), second.output()).toBe(true)
  const third = start({ PORT: String(await freePort()) })
  expect(await third.exited).toBe(1)
  expect(third.output()).toContain('already running')
  second.process.kill('SIGINT')
  expect(await second.exited).toBe(0)
  expect(remainingProcesses()).toEqual([])
})

test('reports a busy port', { tags: ['long'] }, async () => {
  const busy = createServer().listen(port, '127.0.0.1')
  cleanups.push(() => busy.close())
  const attempt = start()
  expect(await attempt.exited).toBe(1)
  expect(attempt.output()).toContain(`Port ${port} is in use`)
})

test('reports why a process died, and stops everything else', { tags: ['long'] }, async () => {
  const attempt = start({ AUCTION_INTERVAL_SECONDS: 'soon' })
  expect(await attempt.exited).toBe(1)
  expect(attempt.output()).toContain('AUCTION_INTERVAL_SECONDS')
  expect(remainingProcesses()).toEqual([])
})

test('starts from scratch with --reset', { tags: ['long'] }, async () => {
  const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8')
  const restarted = start({}, byHand('--reset'))
  expect(await restarted.prints('Ready after'), restarted.output()).toBe(true)
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toBe(secrets)
  restarted.process.kill('SIGINT')
  expect(await restarted.exited).toBe(0)
})
