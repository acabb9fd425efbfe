import { hashMessage, recoverAddress } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { keccak } from '@/lib/core/keccak'
import { isRecoveryNative, recoverKey } from './native-recovery'

/** The schemes whose signature names its signer by itself. */
export type EcdsaScheme = 'eip712' | 'ethsign'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * The one text of an ECDSA signature that the service keeps: 65 bytes r, s, v with v 27 or 28 (0 and 1
 * are brought to it, since the settlement contract recovers nothing from them); undefined when it is not 65
 * bytes, r or s are out of range, or s is the high one of the two that every signature has.
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
 * Who signed `digest` by a {@link canonicalSignature}; undefined when no key could have.
 *
 * `ethsign` puts the prefix for a 32-byte message before the digest (ERC-191). Spec: Authentication.
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

/** {@link recoverSigner} by viem alone: what stands in without the native part, and checks it in tests. */
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
