/** What went wrong with a registration, and what to do next. */
export type RegistrationFailure = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
  /** What leads on. */
  readonly next: /** The wallet signs once more. */
    | 'sign'
    /** The same signature is sent once more. */
    | 'resend'
    /** Another code is needed. */
    | 'choose'
    /** The code that the wallet has is shown. */
    | 'show'
    /** Nothing helps here. */
    | 'none'
  /** Seconds that the service asked to wait. */
  readonly waitSeconds?: number
}

/** What is known of an error: of the wallet (`code`) or of the service (`status`). */
export type RegistrationError = {
  readonly status?: number
  readonly code?: number | string
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}

/** Thrown where the wallet turned to another account while it signed. */
export const accountChanged: RegistrationError = {
  code: 'account-changed',
  message: 'the wallet turned to another account',
}

/** Explains why a registration failed. Spec: affiliate errors; 4001 and 4100 are of EIP-1193. */
export function explainFailure(error: RegistrationError): RegistrationFailure {
  return ofWallet(error) ?? ofService(error)
}

function ofWallet({ code }: RegistrationError): RegistrationFailure | undefined {
  if (code === 4001) {
    return {
      tone: 'info',
      title: 'You declined the signature',
      advice: 'Nothing was sent. Sign when you are ready.',
      next: 'sign',
    }
  }
  if (code === 4100) {
    return {
      tone: 'danger',
      title: 'The wallet does not sign for this account',
      advice: 'Choose the account named below in your wallet, then sign again.',
      next: 'sign',
    }
  }
  if (code !== accountChanged.code) return undefined
  return {
    tone: 'danger',
    title: 'The account changed while signing',
    advice: 'Nothing was sent. The message now names the new account: check it, then sign.',
    next: 'sign',
  }
}

function ofService(error: RegistrationError): RegistrationFailure {
  const failed = (
    next: RegistrationFailure['next'],
    title: string,
    advice: string,
  ): RegistrationFailure => ({ tone: 'danger', title, advice, next })
  switch (error.status) {
    case 400:
      return failed('sign', 'The account changed while signing', 'Check it, then sign again.')
    case 401:
      return failed(
        'sign',
        'The signature does not match this wallet',
        'Sign again with the account named below. A smart wallet has to exist on Ethereum mainnet: its contract is asked there. A code that this wallet had before is given back by the operator only.',
      )
    case 409:
      return error.message.includes('bound')
        ? failed('show', 'This wallet already has a code', 'A wallet has one code for good.')
        : failed('choose', 'The code was taken meanwhile', 'Choose another code and sign it.')
    case 503:
      return failed('none', 'The programme is switched off', 'Ask the operator of this service.')
  }
  const isBusy = error.status === 429
  const wait = error.retryAfterSeconds
  return {
    ...failed(
      'resend',
      isBusy ? 'The service is busy' : 'The service did not answer',
      'Your code and your signature are kept here: no need to sign again.',
    ),
    ...(wait !== undefined && { waitSeconds: Math.ceil(wait) }),
  }
}
