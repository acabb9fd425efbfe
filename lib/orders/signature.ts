import { hashMessage, recoverAddress } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'

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
  { scheme, signature }: { scheme: EcdsaScheme; signature: Hex },
): Promise<Address | undefined> {
  const hash = scheme === 'ethsign' ? hashMessage({ raw: digest }) : digest
  try {
    return toAddress(await recoverAddress({ hash, signature }))
  } catch {
    return undefined
  }
}
