import type { Address } from '@/lib/core/address'
import { parseSingleUrls } from './rpc-urls'

type Environment = Readonly<Record<string, string | undefined>>

/** Remote signers that hold the solver's key, one per network, since each signs for one chain. */
export type SolverSigner = {
  readonly address: Address
  /** By chain id; may contain keys, so never log them. */
  readonly urls: ReadonlyMap<number, string>
}

/**
 * Parses `SIGNER_URL_<chainId>`: the signer of every served network, for the account `SOLVER_ADDRESS`.
 *
 * @throws {Error} naming the variable that is missing, malformed or superfluous. Never quotes a URL.
 */
export function parseSolverSigner(
  environment: Environment,
  facts: {
    readonly address: Address | undefined
    readonly hasKey: boolean
    readonly chainIds: readonly number[]
  },
): SolverSigner | undefined {
  const urls = parseSingleUrls(environment, 'SIGNER_URL')
  const [first] = urls.keys()
  const { address, hasKey, chainIds } = facts
  if (first === undefined && address === undefined) return undefined
  if (address === undefined) {
    throw new Error(
      `SOLVER_ADDRESS: is missing; name the account that SIGNER_URL_${first} signs for`,
    )
  }
  if (hasKey) {
    throw new Error(
      'SOLVER_PRIVATE_KEY: unset it, or SOLVER_ADDRESS: the key is either here or in a signer',
    )
  }
  for (const [chainId, url] of urls) {
    const { username, password } = new URL(url)
    if (username || password) {
      throw new Error(`SIGNER_URL_${chainId}: must not contain a user name or password`)
    }
  }
  const without = chainIds.find((chainId) => !urls.has(chainId))
  if (without !== undefined) {
    throw new Error(
      `SIGNER_URL_${without}: is missing; SOLVER_ADDRESS needs a signer on every network`,
    )
  }
  return { address, urls }
}

/** Whether this process can sign settlements. */
export function hasSolver(config: {
  readonly solverKey: string | undefined
  readonly solverSigner: SolverSigner | undefined
}): boolean {
  return config.solverKey !== undefined || config.solverSigner !== undefined
}
