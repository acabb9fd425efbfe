import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { canonicalSignature, recoverSigner } from './signature'
import { isAcceptedByWallet } from './verify-wallet-signature'

const maxSignatureBytes = 8_192
// Signatures in ERC-6492 format make the node deploy a wallet by a call that the sender chooses.
const erc6492Suffix = '6492'.repeat(16)

/** A digest and the signature attributed to an account. */
export type SignedDigest = {
  /** The network on which the account's contract is called, if it is one. */
  readonly chainId: number
  readonly account: Address
  readonly digest: Hex
  /** Unvalidated text from the client. */
  readonly signature: string
}

/**
 * Returns the signature in its stored form if it is valid for the account, else undefined. Recovers the key first,
 * without I/O. Only if that fails, calls the account's contract (ERC-1271) once, where it is deployed.
 *
 * @throws {ServiceError} RateLimited while too many wallets are being called; InternalServerError when the chain does
 *   not answer, ServiceUnavailable when it is not configured.
 */
export async function findAccountSignature(
  ctx: Context,
  { chainId, account, digest, signature: text }: SignedDigest,
): Promise<Hex | undefined> {
  const signature = parseHex(text)
  if (!signature || !isAcceptable(signature)) return undefined
  const own = await findKeySignature({ account, digest, signature })
  if (own) return own
  const question = { chainId, owner: account, digest, signature }
  return (await isAcceptedByWallet(ctx, question)) ? signature : undefined
}

/**
 * Returns the signature in its stored form if the account's own key made it, valid on every network; else undefined.
 */
export async function findKeySignature({
  account,
  digest,
  signature: text,
}: Omit<SignedDigest, 'chainId'>): Promise<Hex | undefined> {
  const signature = parseHex(text)
  const canonical = signature ? canonicalSignature(signature) : undefined
  if (!canonical) return undefined
  const signer = await recoverSigner(digest, { scheme: 'eip712', signature: canonical })
  return signer === account ? canonical : undefined
}

function isAcceptable(signature: Hex): boolean {
  const length = byteLength(signature)
  return length > 0 && length <= maxSignatureBytes && !signature.endsWith(erc6492Suffix)
}
