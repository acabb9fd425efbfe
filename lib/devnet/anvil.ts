import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { mnemonic, unlockedAccounts } from './accounts'
import { createRpc } from './rpc'

/** How an Anvil is started. */
export type AnvilOptions = {
  readonly chainId: number
  /** TCP port; 0 or none takes a free one. */
  readonly port?: number
  /** Address to listen on, 127.0.0.1 when not given. */
  readonly host?: string
  /** Where its output goes, appended. */
  readonly logFile: string
  /** Further command line arguments. */
  readonly args?: readonly string[]
}

/** A running Anvil. */
export type Anvil = {
  readonly rpcUrl: string
  readonly pid: number
  /** Settles when the process is gone, with its last log lines. */
  readonly exited: Promise<string>
  /** Asks it to end (it writes its state file then), waits for it and kills it when it does not. */
  stop(): Promise<void>
}

const startTimeoutMs = 20_000
const stopTimeoutMs = 15_000

const running = new Set<ChildProcess>()
let isExitHandled = false

/**
 * Starts the Anvil that npm installed and waits until it answers.
 *
 * Throws an Error with its last log lines when it dies or stays silent. It ends with this process at the latest,
 * unless this process is killed by SIGKILL.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const host = options.host ?? '127.0.0.1'
  const port = options.port || (await findFreePort(host))
  mkdirSync(dirname(options.logFile), { recursive: true })
  const child = spawnAnvil(options, { host, port })
  const exited = exitOf(child, options.logFile)
  const rpcUrl = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const started = await Promise.race([isAnswering(rpcUrl, options.chainId), exited])
  if (started !== true) {
    child.kill('SIGKILL')
    throw new Error(`anvil for chain ${options.chainId} did not start on port ${port}: ${started}`)
  }
  return { rpcUrl, pid: child.pid ?? 0, exited, stop: () => stopChild(child) }
}

/** The Anvil binary for this machine. Throws an Error when npm has not installed one. */
export function findAnvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const system = process.platform === 'win32' ? 'win32' : process.platform
  const name = `@foundry-rs/anvil-${system}-${architecture}`
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

/** A TCP port that nothing listens on right now. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function spawnAnvil(options: AnvilOptions, at: { host: string; port: number }): ChildProcess {
  const log = openSync(options.logFile, 'a')
  const args = ['--chain-id', String(options.chainId), '--host', at.host, '--port', String(at.port)]
  const accounts = ['--mnemonic', mnemonic, '--accounts', String(unlockedAccounts)]
  // A group of its own: Ctrl-C in a terminal would end it before its owner could ask for its state.
  const child = spawn(findAnvilBinary(), [...args, ...accounts, ...(options.args ?? [])], {
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  running.add(child)
  if (!isExitHandled) {
    isExitHandled = true
    process.on('exit', () => {
      for (const left of running) left.kill('SIGKILL')
    })
  }
  return child
}

function exitOf(child: ChildProcess, logFile: string): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child)
      resolve(error.message)
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(`exit ${signal ?? code}\n${lastLines(logFile)}`)
    })
  })
}

async function isAnswering(rpcUrl: string, chainId: number): Promise<true | string> {
  const rpc = createRpc(rpcUrl)
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const answer = await rpc('eth_chainId', []).catch(() => undefined)
    if (answer !== undefined) {
      return Number(answer) === chainId ? true : `another chain (${Number(answer)}) is there`
    }
    await delay(15)
  }
  return `no answer in ${startTimeoutMs / 1000} seconds`
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exit
  clearTimeout(timer)
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
