/** What is known of a code that someone types. */
export type CodeCheck =
  | { readonly state: 'empty' }
  | { readonly state: 'malformed' }
  | { readonly state: 'checking' }
  | { readonly state: 'available' }
  | { readonly state: 'taken' }
  | { readonly state: 'unknown' }

/** What stands under the field. */
export function codeHint(check: CodeCheck): { readonly error?: string; readonly hint?: string } {
  switch (check.state) {
    case 'empty':
      return { hint: '5 to 20 letters, digits, - or _. It cannot be changed later.' }
    case 'malformed':
      return { error: 'Use 5 to 20 letters, digits, - or _.' }
    case 'checking':
      return { hint: 'Checking…' }
    case 'available':
      return { hint: 'This code is free.' }
    case 'taken':
      return { error: 'This code is taken. Choose another one.' }
    case 'unknown':
      return { hint: 'Whether it is free could not be checked; signing will tell.' }
  }
}

/** What went wrong with a registration, and what to do next. */
export type RegistrationFailure = { readonly title: string; readonly next: string }

/** Explains why a registration failed. Spec: affiliate errors; 4001 is the wallet's "declined". */
export function explainFailure(error: {
  readonly status?: number
  readonly code?: number | string
  readonly message: string
}): RegistrationFailure {
  if (error.code === 4001 || error.code === 'declined') {
    return {
      title: 'You declined the signature',
      next: 'Nothing was sent. Sign when you are ready.',
    }
  }
  if (error.status === 401) {
    return {
      title: 'The signature does not match this wallet',
      next: 'Sign again with the account shown above.',
    }
  }
  if (error.status === 400) {
    return {
      title: 'The account changed while signing',
      next: 'Check the account, then sign again.',
    }
  }
  if (error.status === 409 && error.message.includes('bound')) {
    return { title: 'This wallet already has a code', next: 'Reload this page to see it.' }
  }
  if (error.status === 409) {
    return { title: 'The code was taken meanwhile', next: 'Choose another code and sign it.' }
  }
  if (error.status === 503) {
    return { title: 'The programme is switched off', next: 'Ask the operator of this service.' }
  }
  return { title: 'The service did not answer', next: 'Your code is kept here. Try again.' }
}
