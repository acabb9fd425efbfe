/** Why an order was not signed. Spec: Signing errors. */
export type SigningErrorReason = 'wrong-domain' | 'wrong-struct' | 'wrong-signer'

/** A signing error of the spec, found before or after the wallet was asked. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly reason: SigningErrorReason

  constructor(reason: SigningErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}
