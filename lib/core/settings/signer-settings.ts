import { type Address, parseAddress } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { networks } from '@/lib/core/networks'
import { parseSingleUrls } from './rpc-urls'

type Environment = Readonly<Record<string, string | undefined>>

/** The remote signer that holds the solver's key of one network. */
export type SolverSigner = {
  readonly address: Address
  /** May contain a key, so never log it. */
  readonly url: string
}

/** The accounts that settle, by chain id: keys of this process or remote signers, never both. */
export type SolverSettings = {
  /** Keys that sign settlements; present in the worker only. */
  readonly solverKeys: ReadonlyMap<number, Hex>
  /** Remote signers that hold such keys instead. */
  readonly solverSigners: ReadonlyMap<number, SolverSigner>
}

/** What `SOLVER_PRIVATE_KEY` and `SOLVER_ADDRESS` name: the solver of every served network without its own. */
type Defaults = {
  readonly key: Hex | undefined
  readonly address: Address | undefined
  readonly chainIds: readonly number[]
}

/**
 * Parses `SOLVER_PRIVATE_KEY_<chainId>`, or `SOLVER_ADDRESS_<chainId>` with `SIGNER_URL_<chainId>`.
 *
 * @throws {Error} naming the variable that is missing, malformed or superfluous. Never quotes a key or URL.
 */
export function parseSolvers(environment: Environment, defaults: Defaults): SolverSettings {
  const { key, address, chainIds } = defaults
  refuseBoth(environment)
  const ownKeys = parseEach(environment, 'SOLVER_PRIVATE_KEY', parsePrivateKey)
  const shared = key === undefined ? [] : chainIds.map((chainId) => [chainId, key] as const)
  const addresses = parseEach(environment, 'SOLVER_ADDRESS', parseSolverAddress)
  const urls = parseSingleUrls(environment, 'SIGNER_URL')
  const signers = [...urls].map(([chainId, url]) => {
    const name = `SIGNER_URL_${chainId}`
    const { username, password } = new URL(url)
    if (username || password) throw new Error(`${name}: must not contain a user name or password`)
    const account = addresses.get(chainId) ?? address
    if (account) return [chainId, { address: account, url }] as const
    throw new Error(
      `${name}: set SOLVER_ADDRESS_${chainId} or SOLVER_ADDRESS to the account that it signs for`,
    )
  })
  for (const chainId of [...addresses.keys(), ...(address ? chainIds : [])]) {
    if (urls.has(chainId)) continue
    const reason = addresses.has(chainId)
      ? `SOLVER_ADDRESS_${chainId} needs it`
      : 'SOLVER_ADDRESS needs a signer on every network'
    throw new Error(`SIGNER_URL_${chainId}: is missing; ${reason}`)
  }
  return { solverKeys: new Map([...shared, ...ownKeys]), solverSigners: new Map(signers) }
}

function refuseBoth(environment: Environment): void {
  const setNames = (pattern: RegExp) =>
    Object.keys(environment).filter((name) => pattern.test(name) && isSet(environment, name))
  const keys = setNames(/^SOLVER_PRIVATE_KEY(?:_|$)/)
  const signers = setNames(/^(?:SOLVER_ADDRESS|SIGNER_URL)(?:_|$)/)
  if (keys.length === 0 || signers.length === 0) return
  throw new Error(
    `${keys.join(', ')}: cannot be set with ${signers.join(', ')}: a process has either keys or signers`,
  )
}

/** Names of files are not settings: `SOLVER_PRIVATE_KEY_FILE`. */
const isSet = (environment: Environment, name: string) =>
  !name.endsWith('_FILE') && Boolean(environment[name]?.trim())

function parseEach<T>(
  environment: Environment,
  prefix: 'SOLVER_PRIVATE_KEY' | 'SOLVER_ADDRESS',
  parse: (name: string, text: string) => T,
): ReadonlyMap<number, T> {
  const parsed = new Map<number, T>()
  for (const [name, text = ''] of Object.entries(environment)) {
    if (!name.startsWith(`${prefix}_`) || !isSet(environment, name)) continue
    const segment = name.slice(prefix.length + 1)
    const network = networks.find(({ chainId }) => String(chainId) === segment)
    if (!network) throw new Error(`${name}: ${segment} is the chain id of no network`)
    parsed.set(network.chainId, parse(name, text.trim()))
  }
  return parsed
}

/**
 * Parses a private key.
 *
 * @throws {Error} naming the variable.
 */
export function parsePrivateKey(name: string, text: string): Hex {
  const key = parseHex(text, 32)
  if (!key) throw new Error(`${name}: must be 32 bytes of 0x-prefixed hex`)
  return key
}

function parseSolverAddress(name: string, text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`${name}: must be a 20-byte address`)
  return address
}

/** Whether this process can sign settlements of a network. */
export function hasSolver({ solverKeys, solverSigners }: SolverSettings, chainId: number): boolean {
  return solverKeys.has(chainId) || solverSigners.has(chainId)
}
