import { hashMessage, recoverAddress } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { keccak } from '@/lib/core/keccak'
import { isRecoveryNative, recoverKey } from './native-recovery'

/** Signing schemes whose signer is recoverable from the signature. */
export type EcdsaScheme = 'eip712' | 'ethsign'

/** Order of secp256k1 (SEC 2). */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * Normalises an ECDSA signature to its stored form: 65 bytes r, s, v with v 27 or 28. Maps v 0 and 1, from which the
 * settlement contract recovers no signer. Returns undefined unless it has 65 bytes, r and s in range, and low s
 * (EIP-2).
 */
export function canonicalSignature(signature: Hex): Hex | undefined {
  if (byteLength(signature) !== 65) return undefined
  const r = BigInt(signature.slice(0, 66))
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if (r === 0n || r >= curveOrder || s === 0n || s > curveOrder / 2n) return undefined
  const v = Number.parseInt(signature.slice(130), 16)
  const parity = v === 0 || v === 27 ? '1b' : v === 1 || v === 28 ? '1c' : undefined
  return parity && `${signature.slice(0, 130) as Hex}${parity}`
}

/**
 * Recovers the signer of `digest` from a {@link canonicalSignature}; undefined when no key could have signed.
 *
 * `ethsign` prefixes the 32-byte digest (ERC-191). Spec: Authentication.
 */
export async function recoverSigner(
  digest: Hex,
  signed: { scheme: EcdsaScheme; signature: Hex },
): Promise<Address | undefined> {
  return isRecoveryNative ? recoverNatively(digest, signed) : recoverByViem(digest, signed)
}

const ethsignPrefix = Buffer.from('\x19Ethereum Signed Message:\n32')

function recoverNatively(
  digest: Hex,
  { scheme, signature }: { scheme: EcdsaScheme; signature: Hex },
): Address | undefined {
  const bytes = Buffer.from(digest.slice(2), 'hex')
  const message = scheme === 'ethsign' ? keccak(Buffer.concat([ethsignPrefix, bytes])) : bytes
  const key = recoverKey(message, {
    rs: Buffer.from(signature.slice(2, 130), 'hex'),
    parity: signature.endsWith('1b') ? 0 : 1,
  })
  return key && `0x${Buffer.from(keccak(key).subarray(12)).toString('hex')}`
}

/** Implements {@link recoverSigner} with viem: the fallback without the native addon, and the reference in tests. */
export async function recoverByViem(
  digest: Hex,
  { scheme, signature }: { scheme: EcdsaScheme; signature: Hex },
): Promise<Address | undefined> {
  const hash = scheme === 'ethsign' ? hashMessage({ raw: digest }) : digest
  try {
    return toAddress(await recoverAddress({ hash, signature }))
  } catch {
    return undefined
  }
}

/** Creates the error that rejects a signature, with the reason. */
export function invalidSignature(reason: string): ServiceError {
  return new ServiceError('InvalidSignature', reason)
}
