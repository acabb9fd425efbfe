/** Why signing failed. Spec: Signing errors. */
export type SigningErrorReason = 'wrong-domain' | 'wrong-struct' | 'wrong-signer'

/** The cause, found before or after the wallet was asked; the catalogue has a text for each (`wallet.signing`). */
export type SigningErrorCode = keyof typeof reasons

const reasons = {
  /** The wallet is on another network than the message. */
  'other-network': 'wrong-domain',
  /** The network's settlement contract has another domain. */
  'other-domain': 'wrong-domain',
  /** The wallet has switched to another account. */
  'other-account': 'wrong-signer',
  /** The signature is of another account, or of another message. */
  'other-signature': 'wrong-signer',
  /** The result is not a signature. */
  'no-signature': 'wrong-struct',
  /** The account's contract rejects the signature (ERC-1271). */
  'not-taken': 'wrong-struct',
  /** A value does not fit the types of the signed struct. */
  'does-not-fit': 'wrong-struct',
} as const satisfies Readonly<Record<string, SigningErrorReason>>

/** A signing error of the spec, found before or after the wallet was asked. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly code: SigningErrorCode
  readonly reason: SigningErrorReason

  constructor(code: SigningErrorCode) {
    super(`not signed: ${code}`)
    this.code = code
    this.reason = reasons[code]
  }
}

/**
 * Returns a signature after checking its signer.
 * @throws {SigningError} unless it is the owner's.
 */
export function checkSigner<S>(
  signature: S,
  { signer, owner }: { readonly signer: string | undefined; readonly owner: string },
): S {
  if (signer?.toLowerCase() === owner.toLowerCase()) return signature
  throw new SigningError(signer === undefined ? 'no-signature' : 'other-signature')
}
