import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { canonicalSignature, recoverSigner } from './signature'
import { isTakenByWallet } from './verify-wallet-signature'

const maxSignatureBytes = 8_192
// ERC-6492 has the node deploy a wallet by a call that the sender chooses.
const undeployedWalletMark = '6492'.repeat(16)

/** What an account is said to have signed. */
export type SignedDigest = {
  /** Where its contract is asked, if it is one. */
  readonly chainId: number
  readonly account: Address
  readonly digest: Hex
  /** As it was sent. */
  readonly signature: string
}

/**
 * The signature in the text that is kept, when the account has made it: by its key, which takes no I/O, and only
 * where that does not fit by asking its contract (ERC-1271), once and where it is; else undefined.
 *
 * @throws {ServiceError} RateLimited while too many wallets are asked; InternalServerError when the chain that was to
 *   be asked does not answer, ServiceUnavailable without one.
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
  return (await isTakenByWallet(ctx, question)) ? signature : undefined
}

/** The signature as it is kept, when it is one by the account's own key, which holds on every network; else undefined. */
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
  return length > 0 && length <= maxSignatureBytes && !signature.endsWith(undeployedWalletMark)
}
