import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { findNetwork, networks } from '@/lib/core/networks'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings of `npm start`. */
export type Settings = {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** Reloads on changes instead of building. */
  readonly isDev: boolean
  /** Removes the data directory first. */
  readonly isReset: boolean
  /** The operator's database; undefined: an embedded one. */
  readonly databaseUrl: string | undefined
  /** Networks to run on this machine; the others come from `RPC_URL_<chainId>`. */
  readonly embeddedChainIds: readonly number[]
  /** The operator's networks. */
  readonly externalChainIds: readonly number[]
}

const defaultNetworks = 'mainnet,gnosis,sepolia'

/**
 * Parses the arguments and the environment of `npm start`.
 *
 * @throws {Error} that names the argument or variable and its valid values.
 */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const unknown = args.find((argument) => argument !== '--dev' && argument !== '--reset')
  if (unknown) throw new Error(`Unknown argument ${unknown}; known are --dev and --reset.`)
  const isSet = (name: string) => Boolean(environment[name]?.trim())
  const externalChainIds = networks
    .map(({ chainId }) => chainId)
    .filter((chainId) => isSet(`RPC_URL_${chainId}`))
  // An operator with networks of their own gets embedded ones only on request.
  const chosen =
    environment.EMBEDDED_NETWORKS ?? (externalChainIds.length > 0 ? '' : defaultNetworks)
  return {
    dataDir: resolve(environment.DATA_DIR?.trim() || '.data'),
    host: environment.HOST?.trim() || '127.0.0.1',
    port: parsePort(environment.PORT?.trim() || '3000'),
    isDev: args.includes('--dev'),
    isReset: args.includes('--reset'),
    databaseUrl: parseDatabaseUrl(environment.DATABASE_URL?.trim()),
    embeddedChainIds: parseNetworks(chosen).filter((id) => !externalChainIds.includes(id)),
    externalChainIds,
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT is "${text}"; it must be a number from 1 to 65535.`)
}

function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text
  throw new Error('DATABASE_URL must be of the form postgresql://user:password@host:port/database.')
}

function parseNetworks(text: string): number[] {
  const names = text.split(',').map((name) => name.trim())
  const chainIds = names.filter(Boolean).map((name) => {
    const network = findNetwork(name)
    if (network) return network.chainId
    const known = networks.map((each) => each.name).join(', ')
    throw new Error(`EMBEDDED_NETWORKS names "${name}"; known are ${known}.`)
  })
  return [...new Set(chainIds)]
}

/** Generates a random secret. */
export function makeSecret(): string {
  return randomBytes(32).toString('hex')
}
