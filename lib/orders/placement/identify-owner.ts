import type { Address } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { SigningScheme } from '@/lib/core/order'
import {
  canonicalSignature,
  invalidSignature,
  recoverSigner,
} from '@/lib/orders/signatures/signature'

/** An order's signature as submitted. */
export type Submission = {
  readonly digest: Hex
  readonly scheme: SigningScheme
  readonly signature: Hex
  readonly from: Address | undefined
  /** `metadata.signer` of the app data. */
  readonly appDataSigner: Address | undefined
}

/** An order's owner, and its signature in the stored form. */
export type Ownership = { readonly owner: Address; readonly signature: Hex }

/**
 * Determines an order's owner: the signer of an ECDSA signature, else the account named by the request or the app data.
 * Does not verify ERC-1271 signatures.
 *
 * @throws {ServiceError} AppdataFromMismatch, MissingFrom, or InvalidSignature when the signature is malformed or by
 *   another account.
 */
export async function identifyOwner(submission: Submission): Promise<Ownership> {
  const expected = expectedOwner(submission)
  const { scheme, signature } = submission
  if (scheme === 'eip712' || scheme === 'ethsign') {
    return recoverOwner(submission, { scheme, expected })
  }
  if (scheme === 'presign' && byteLength(signature) !== 0 && byteLength(signature) !== 20) {
    throw invalidSignature('the signature of a presign order is empty (0x) or its owner (20 bytes)')
  }
  if (!expected) {
    throw new ServiceError('MissingFrom', `from is needed with the signing scheme ${scheme}`)
  }
  return { owner: expected, signature: scheme === 'presign' ? '0x' : signature }
}

function expectedOwner({ from, appDataSigner }: Submission): Address | undefined {
  if (from && appDataSigner && from !== appDataSigner) {
    throw new ServiceError(
      'AppdataFromMismatch',
      `from is ${from}, but metadata.signer of the app data is ${appDataSigner}`,
    )
  }
  return from ?? appDataSigner
}

async function recoverOwner(
  { digest, signature }: Submission,
  { scheme, expected }: { scheme: 'eip712' | 'ethsign'; expected: Address | undefined },
): Promise<Ownership> {
  const canonical = canonicalSignature(signature)
  if (!canonical) {
    throw invalidSignature(
      `the signature of an ${scheme} order is 65 bytes: r, low s and v (27 or 28)`,
    )
  }
  const owner = await recoverSigner(digest, { scheme, signature: canonical })
  if (!owner) throw invalidSignature('no account has made this signature')
  if (expected && owner !== expected) {
    throw invalidSignature(
      `the signature over ${digest} is by ${owner}, not by ${expected}: check network, contract and scheme`,
    )
  }
  return { owner, signature: canonical }
}
