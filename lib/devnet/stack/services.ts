import { startGuarded } from '@/lib/devnet/processes/guarded-process'
import type { Secrets } from './data-directory'
import type { Running } from './keep-running'
import type { Settings } from './settings'
import type { DatabaseUrls } from './start-database'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings of the service's processes that the operator need not set. */
export type ServiceFacts = Secrets & {
  readonly databaseUrls: DatabaseUrls
  /** RPC URLs of the embedded networks by chain id. */
  readonly rpcUrls: ReadonlyMap<number, string>
  /** Signs settlements of the embedded networks. */
  readonly solverKey: string | undefined
}

/** Returns the environment of the web process: the operator's values, with defaults for the missing ones. */
export function webEnvironment(
  settings: Settings,
  facts: ServiceFacts,
  operator: Environment,
): Record<string, string | undefined> {
  const embedded = Object.fromEntries(
    [...facts.rpcUrls].map(([chainId, url]) => [`RPC_URL_${chainId}`, url]),
  )
  return {
    ...embedded,
    EMBEDDED_CHAIN_IDS: [...facts.rpcUrls.keys()].join(','),
    DATABASE_URL: facts.databaseUrls.web,
    HOST: settings.host,
    PORT: String(settings.port),
    NODE_ENV: settings.isDev ? 'development' : 'production',
    CMS_API_KEY: operator.CMS_API_KEY || facts.cmsApiKey,
    NEXTAUTH_SECRET: operator.NEXTAUTH_SECRET || facts.sessionSecret,
    NEXTAUTH_URL: operator.NEXTAUTH_URL || operator.PUBLIC_URL || serviceUrl(settings),
    ENCRYPTION_KEY: operator.ENCRYPTION_KEY || facts.encryptionKey,
    ...vapidOf(facts, operator),
    NEXT_TELEMETRY_DISABLED: '1',
    // No proxy has to notice that the only web process stops.
    DRAIN_SECONDS: '0',
    // Only the worker signs.
    SOLVER_PRIVATE_KEY: undefined,
    ...Object.fromEntries(Object.keys(solverSettings(operator)).map((name) => [name, undefined])),
  }
}

/** The two keys form a pair, so the operator's pair is used whole or not at all. */
function vapidOf(facts: ServiceFacts, operator: Environment) {
  if (operator.VAPID_PUBLIC_KEY || operator.VAPID_PRIVATE_KEY) return {}
  return {
    VAPID_PUBLIC_KEY: facts.vapidPublicKey,
    VAPID_PRIVATE_KEY: facts.vapidPrivateKey,
    VAPID_SUBJECT: operator.VAPID_SUBJECT || 'mailto:operator@localhost',
  }
}

/** Returns the environment of the worker: that of the web process and the solver's key. */
export function workerEnvironment(
  web: Record<string, string | undefined>,
  facts: ServiceFacts,
  operator: Environment,
): Record<string, string | undefined> {
  return {
    ...web,
    DATABASE_URL: facts.databaseUrls.worker,
    ...solverOf(facts, operator),
  }
}

/** A process has either keys or signers, so those of the operator leave no place for the default key. */
function solverOf(facts: ServiceFacts, operator: Environment): Environment {
  const given = solverSettings(operator)
  const hasSigners = Object.keys(given).some((name) => !name.startsWith('SOLVER_PRIVATE_KEY'))
  return { ...(hasSigners ? {} : { SOLVER_PRIVATE_KEY: facts.solverKey }), ...given }
}

/** The operator's variables that name keys or remote signers, as far as they are set. */
function solverSettings(operator: Environment): Environment {
  const names = /^(?:SOLVER_PRIVATE_KEY|SOLVER_ADDRESS|SIGNER_URL)(?:_[0-9]+)?$/
  return Object.fromEntries(
    Object.entries(operator).filter(([name, value]) => value && names.test(name)),
  )
}

/** Returns the URL at which this machine reaches the service. */
export function serviceUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

type ServiceOptions = {
  readonly name: 'web' | 'worker'
  readonly settings: Settings
  readonly env: Environment
  readonly logFile: string
}

/** Starts one process of the service: the bundle, or its source with reload. */
export function startService(options: ServiceOptions): Promise<Running> {
  const { name, settings, env, logFile } = options
  return startGuarded({
    name,
    command: process.execPath,
    args: settings.isDev ? reloading(options) : ['--enable-source-maps', `dist/${name}.js`],
    env,
    logFile,
  })
}

function reloading({ name }: ServiceOptions): string[] {
  const entry = name === 'web' ? ['lib/http/server/main.ts', '--dev'] : ['lib/workers/main.ts']
  return ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', ...entry]
}
