import { createServer } from 'node:net'
import { getTestAccount, solverIndex } from '@/lib/devnet/accounts'
import { buildAll } from './build'
import { openDataDirectory, resetDataDirectory } from './data-directory'
import { createDisposers } from './disposers'
import { keepRunning, type Running } from './keep-running'
import {
  type ServiceFacts,
  serviceUrl,
  startService,
  webEnvironment,
  workerEnvironment,
} from './services'
import type { Settings } from './settings'
import type { StackConsole, StackParts } from './stack-parts'
import { startDatabase } from './start-database'
import { startNetworks } from './start-networks'
import { waitUntilReady } from './wait-until-ready'

/** A running instance. */
export type Stack = {
  readonly url: string
  readonly databaseUrl: string
  readonly rpcUrls: ReadonlyMap<number, string>
  readonly dataDir: string
  /** Aborted, with the reason, when a part died for good. */
  readonly failure: AbortSignal
  readonly stop: () => Promise<void>
}

type StartOptions = StackConsole & {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborts the start. */
  readonly signal: AbortSignal
}

/**
 * Starts every part of an instance on this machine and waits until it is ready. If a part does not start, the started
 * ones are stopped.
 *
 * @throws {Error} with a message that states the cause.
 */
export async function startStack(settings: Settings, options: StartOptions): Promise<Stack> {
  const { say, step, environment } = options
  await checkPort(settings)
  if (settings.isReset) await resetDataDirectory(settings.dataDir)
  const data = await openDataDirectory(settings.dataDir)
  const disposers = createDisposers((error) => say(`While stopping: ${error}`))
  await disposers.add(data.close)
  const failed = new AbortController()
  const failure = AbortSignal.any([failed.signal, options.signal])
  let isReady = false
  const keep = <T extends Running>(name: string, start: () => Promise<T>) =>
    keepRunning({
      name,
      start,
      logFile: data.logFile(name),
      onExit: (message) => {
        if (isReady) say(`${message}\nStarting it again.`)
        else failed.abort(new Error(message))
      },
      onAbandon: (message) => failed.abort(new Error(message)),
    })
  const parts: StackParts = { say, step, settings, data, disposers, failure, keep }
  try {
    const [databaseUrls, networks] = await untilFailure(failure, [
      startDatabase(parts),
      startNetworks(parts),
      build(parts),
    ])
    const facts = { databaseUrls, ...networks, ...data.secrets, solverKey: solverKey(settings) }
    await startServices(parts, { facts, environment })
    isReady = true
    const url = serviceUrl(settings)
    return {
      url,
      databaseUrl: databaseUrls.owner,
      ...networks,
      dataDir: data.path,
      failure,
      stop: disposers.run,
    }
  } catch (error) {
    await disposers.run()
    throw error
  }
}

async function build({ settings, data, step, failure }: StackParts): Promise<void> {
  if (settings.isDev) return
  const logFile = data.logFile('build')
  await step('Build', (report) => buildAll({ logFile, report, signal: failure }))
}

type ServiceInput = {
  readonly facts: ServiceFacts
  readonly environment: StartOptions['environment']
}

async function startServices(parts: StackParts, { facts, environment }: ServiceInput) {
  const { settings, data, disposers, failure, keep, step } = parts
  const webEnv = webEnvironment(settings, facts, environment)
  const envs = { web: webEnv, worker: workerEnvironment(webEnv, facts, environment) }
  await step('Start web and worker', async (report) => {
    for (const name of ['worker', 'web'] as const) {
      const start = () =>
        startService({ name, settings, env: envs[name], logFile: data.logFile(name) })
      const service = await keep(name, start)
      await disposers.add(service.stop)
    }
    await waitUntilReady({ url: serviceUrl(settings), signal: failure, report })
  })
}

/** The embedded networks allow-list this solver; the operator's networks do not. */
function solverKey(settings: Settings): string | undefined {
  return settings.externalChainIds.length > 0 ? undefined : getTestAccount(solverIndex).privateKey
}

function untilFailure<const T extends readonly unknown[]>(
  failure: AbortSignal,
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const failed = new Promise<never>((_, reject) => {
    if (failure.aborted) reject(failure.reason)
    failure.addEventListener('abort', () => reject(failure.reason), { once: true })
  })
  return Promise.race([Promise.all(work), failed])
}

/**
 * Checks that the service can listen on the configured host and port.
 *
 * @throws {Error} with the reason if it cannot.
 */
function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(explain(error, port))))
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

function explain(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') {
    return `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine; 127.0.0.1 and 0.0.0.0 always are.'
  }
  return `Port ${port} cannot be used: ${error.message}`
}
