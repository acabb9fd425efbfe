/** Why something was not signed. Spec: Signing errors. */
export type SigningErrorReason = 'wrong-domain' | 'wrong-struct' | 'wrong-signer'

/** What was found, before or after the wallet was asked; each has words in the catalogue (`wallet.signing`). */
export type SigningErrorCode = keyof typeof reasons

const reasons = {
  /** The wallet is on another network than what is to be signed. */
  'other-network': 'wrong-domain',
  /** The settlement contract of the network takes no orders of this domain. */
  'other-domain': 'wrong-domain',
  /** The wallet has turned to another account. */
  'other-account': 'wrong-signer',
  /** What came back is the signature of another account, or of something else. */
  'other-signature': 'wrong-signer',
  /** What came back is nobody's signature. */
  'no-signature': 'wrong-struct',
  /** The contract that is the account does not take what came back (ERC-1271). */
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
 * Gives a signature on, once it is known whose it is.
 *
 * @throws {SigningError} unless it is its owner's.
 */
export function checkSigner<S>(
  signature: S,
  { signer, owner }: { readonly signer: string | undefined; readonly owner: string },
): S {
  if (signer?.toLowerCase() === owner.toLowerCase()) return signature
  throw new SigningError(signer === undefined ? 'no-signature' : 'other-signature')
}
