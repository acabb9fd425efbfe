import { recoverTypedDataAddress } from 'viem'
import type { Config } from 'wagmi'
import { readContracts, signTypedData } from 'wagmi/actions'
import {
  findPermitTerms,
  type PermitGrant,
  type PermitTerms,
  permitTypedData,
} from '@/lib/client/permit'
import { checkSigner } from '@/lib/client/signing-error'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'

const text = (name: 'name' | 'version') =>
  ({
    type: 'function',
    name,
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string' }],
  }) as const
const word = (name: 'DOMAIN_SEPARATOR' | 'PERMIT_TYPEHASH') =>
  ({
    type: 'function',
    name,
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bytes32' }],
  }) as const
const nonces = {
  type: 'function',
  name: 'nonces',
  stateMutability: 'view',
  inputs: [{ name: 'owner', type: 'address' }],
  outputs: [{ type: 'uint256' }],
} as const

type PermitOf = { readonly chainId: number; readonly token: Address; readonly owner: Address }

/** Determines a token's kind of permit for its owner now; null if it is none or uncertain. */
export async function readPermitTerms(
  config: Config,
  { chainId, token, owner }: PermitOf,
): Promise<PermitTerms | null> {
  const at = { chainId, address: token } as const
  const [name, version, separator, typehash, nonce] = await readContracts(config, {
    contracts: [
      { ...at, abi: [text('name')], functionName: 'name' },
      { ...at, abi: [text('version')], functionName: 'version' },
      { ...at, abi: [word('DOMAIN_SEPARATOR')], functionName: 'DOMAIN_SEPARATOR' },
      { ...at, abi: [word('PERMIT_TYPEHASH')], functionName: 'PERMIT_TYPEHASH' },
      { ...at, abi: [nonces], functionName: 'nonces', args: [owner] },
    ],
  })
  const terms = findPermitTerms({
    ...{ chainId, token },
    name: name.result,
    version: version.result,
    separator: separator.result,
    typehash: typehash.result,
    nonce: nonce.result,
  })
  return terms ?? null
}

/**
 * Has the wallet sign a permit.
 * @throws {SigningError} if the result is not the owner's signature; the wallet's error.
 */
export async function signPermit(
  config: Config,
  terms: PermitTerms,
  grant: PermitGrant,
): Promise<Hex> {
  const typedData = permitTypedData(terms, grant)
  const account = grant.owner
  const signature = await askWallet(() =>
    signTypedData(config, { ...typedData, account } as Parameters<typeof signTypedData>[1]),
  )
  const signed = { ...typedData, signature } as Parameters<typeof recoverTypedDataAddress>[0]
  const signer = await recoverTypedDataAddress(signed).catch(() => undefined)
  return checkSigner(signature, { signer, owner: grant.owner })
}
