import allowListImplementation from '@cowprotocol/contracts/deployments/mainnet/GPv2AllowListAuthentication_Implementation.json' with {
  type: 'json',
}
import allowListProxy from '@cowprotocol/contracts/deployments/mainnet/GPv2AllowListAuthentication_Proxy.json' with {
  type: 'json',
}
import settlement from '@cowprotocol/contracts/deployments/mainnet/GPv2Settlement.json' with {
  type: 'json',
}
import { concatHex, keccak256, pad, slice } from 'viem'
import { byteLength, type Hex } from '@/lib/core/bytes'
import reservation from '@/lib/devnet/contracts/artifacts/address-reservation.json' with {
  type: 'json',
}
import trampoline from '@/lib/devnet/contracts/artifacts/hooks-trampoline.json' with {
  type: 'json',
}
import nativeOrders from '@/lib/devnet/contracts/artifacts/native-orders.json' with { type: 'json' }

/** A compiled contract before its constructor has run. */
export type Template = {
  /** Creation code without constructor arguments. */
  readonly creation: Hex
  /** Runtime code with zeros for the immutables. */
  readonly runtime: Hex
  /** Byte offsets of the 32-byte words in `runtime` that hold an immutable, by name. */
  readonly immutables: Readonly<Record<string, readonly number[]>>
}

type Artifact = {
  readonly bytecode: string
  readonly deployedBytecode: string
  readonly immutables?: Readonly<Record<string, readonly number[]>>
}

/**
 * Returns an artifact whose creation code has a known Keccak-256 hash.
 * @throws {Error} if it has another: it would get other addresses than on the networks deployed to before.
 */
function template(artifact: Artifact, hash: Hex, immutables = artifact.immutables ?? {}): Template {
  const creation = artifact.bytecode as Hex
  if (keccak256(creation) !== hash) {
    throw new Error(`A contract to deploy is not ${hash}: run npm ci in an unchanged clone.`)
  }
  return { creation, runtime: artifact.deployedBytecode as Hex, immutables }
}

const settlementTemplate = template(
  settlement,
  '0xa4d6301dffef53cfa7f0e47044ff990e1504ab027b948a56c1cf04150310e207',
  // Where the constructor's code writes them: the package does not state the offsets.
  {
    vaultRelayer: [1221, 3425, 4240, 5616],
    vault: [1366, 5515],
    authenticator: [914, 1724, 2461],
    domainSeparator: [4894, 9183],
  },
)

/** Bytes of the vault relayer's runtime code, with which the creation code of the settlement contract ends. */
const relayerBytes = 4_590

/**
 * The contracts of a deployment: those of the public settlement system as deployed on mainnet, and our own
 * (`lib/devnet/contracts`).
 */
export const templates = {
  allowListImplementation: template(
    allowListImplementation,
    '0x3bd03e375289fa75ca21fa5194adbc865b1d892cfda651ec730a887f55810183',
  ),
  allowListProxy: template(
    allowListProxy,
    '0x7b2f3e956832a81e97d70731d14e927b817b7fc71a7f368f87f761d31ef9bafb',
  ),
  settlement: settlementTemplate,
  vaultRelayer: {
    creation: '0x',
    runtime: slice(
      settlementTemplate.creation,
      byteLength(settlementTemplate.creation) - relayerBytes,
    ),
    immutables: { vault: [304, 513, 701], creator: [147, 588] },
  },
  hooksTrampoline: template(
    trampoline,
    '0xf0d013287c8887ec9850aff30d705b40eba35d87c223047d5f87f79e6d76d32a',
  ),
  addressReservation: template(
    reservation,
    '0x48452631033f2fa2c1dd684c4d67eeec9911d4d281fa03a52bf4ac57aaaa0521',
  ),
  nativeOrders: template(
    nativeOrders,
    '0xdf2ef61312fd9ad3d355e4323ef37395fca0044a6af602391d5e6235fe2c10ac',
  ),
} as const satisfies Record<string, Template>

/**
 * Returns the runtime code that a constructor leaves, with its immutables.
 * @throws {RangeError} if `values` lacks one of them.
 */
export function runtimeOf(
  { runtime, immutables }: Template,
  values: Readonly<Record<string, Hex>> = {},
): Hex {
  const words = Object.entries(immutables).flatMap(([name, offsets]) => {
    const value = values[name]
    if (value === undefined) throw new RangeError(`the immutable ${name} has no value`)
    return offsets.map((offset) => ({ offset, word: pad(value) }))
  })
  words.sort((a, b) => a.offset - b.offset)
  let end = 0
  const parts = words.flatMap(({ offset, word }) => {
    const part = end === offset ? [] : [slice(runtime, end, offset)]
    end = offset + byteLength(word)
    return [...part, word]
  })
  return concatHex([...parts, slice(runtime, end)])
}
