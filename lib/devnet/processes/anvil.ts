import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { mnemonic, unlockedAccounts } from '@/lib/devnet/accounts'
import { createRpc } from '@/lib/devnet/rpc'
import { lastLines, startGuarded } from './guarded-process'

/** Options of an Anvil process. */
export type AnvilOptions = {
  readonly chainId: number
  /** TCP port; 0 or undefined takes a free one. */
  readonly port?: number
  /** Listening address, 127.0.0.1 by default. */
  readonly host?: string
  /** File to which its output is appended. */
  readonly logFile: string
  /** Further command line arguments. */
  readonly args?: readonly string[]
}

/** A running Anvil. */
export type Anvil = {
  readonly rpcUrl: string
  readonly pid: number
  /** Resolves with the reason of its end; never rejects. */
  readonly exited: Promise<string>
  /** Stops it with SIGINT, on which it writes its state file; kills it if it does not end. */
  readonly stop: () => Promise<void>
}

const startTimeoutMs = 20_000
const stopTimeoutMs = 20_000

/**
 * Starts the Anvil binary from npm and waits until it answers. It cannot outlive this process.
 *
 * @throws {Error} with its last log lines if it dies or does not answer.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const host = options.host ?? '127.0.0.1'
  const port = options.port || (await findFreePort(host))
  mkdirSync(dirname(options.logFile), { recursive: true })
  const accounts = ['--mnemonic', mnemonic, '--accounts', String(unlockedAccounts)]
  const network = ['--chain-id', String(options.chainId), '--host', host, '--port', String(port)]
  const child = await startGuarded({
    name: `anvil for network ${options.chainId}`,
    command: findAnvilBinary(),
    // Quiet, because it would log every call of the service for as long as it runs.
    args: ['--quiet', ...network, ...accounts, ...(options.args ?? [])],
    logFile: options.logFile,
  })
  const rpcUrl = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const stopWaiting = new AbortController()
  const answer = await Promise.race([
    untilAnswer({ rpcUrl, chainId: options.chainId, signal: stopWaiting.signal }),
    child.exited,
  ])
  stopWaiting.abort()
  if (answer === 'ready') {
    return { rpcUrl, pid: child.pid, exited: child.exited, stop: () => child.stop(stopTimeoutMs) }
  }
  await child.stop(0)
  const log = await lastLines(options.logFile)
  throw new Error(`anvil for network ${options.chainId} on port ${port}: ${answer}\n${log}`)
}

/** Returns the Anvil binary for this machine. @throws {Error} if npm has not installed one. */
export function findAnvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

/** Returns a free TCP port: the wanted one if possible. */
export async function findFreePort(host: string, wanted = 0): Promise<number> {
  const server = createServer()
  const isListening = once(server, 'listening')
  server.listen(wanted, host)
  try {
    await isListening
  } catch (error) {
    if (wanted === 0) throw error
    return findFreePort(host)
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function untilAnswer(options: {
  readonly rpcUrl: string
  readonly chainId: number
  readonly signal: AbortSignal
}): Promise<string> {
  const rpc = createRpc(options.rpcUrl)
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && !options.signal.aborted) {
    const answer = await rpc('eth_chainId', []).catch(() => undefined)
    if (answer !== undefined) {
      return Number(answer) === options.chainId ? 'ready' : `chain ${Number(answer)} answers there`
    }
    await delay(15)
  }
  return `no answer in ${startTimeoutMs / 1000} seconds`
}
