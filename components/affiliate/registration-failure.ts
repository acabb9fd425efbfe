import type { Translator } from '@/lib/client/i18n/translator'
/** A failed registration, and the next step. */
export type RegistrationFailure = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
  /** The action that resolves the failure. */
  readonly next: /** Sign again. */
    | 'sign'
    /** Send the same signature again. */
    | 'resend'
    /** Choose another code. */
    | 'choose'
    /** Show the code that the wallet has. */
    | 'show'
    /** None. */
    | 'none'
  /** Value of Retry-After, in seconds. */
  readonly waitSeconds?: number
}

/** Known fields of an error: `code` of a wallet's, `status` of the service's. */
export type RegistrationError = {
  readonly status?: number
  readonly code?: number | string
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}

/** Thrown if the wallet switched to another account while it signed. */
export const accountChanged: RegistrationError = {
  code: 'account-changed',
  message: 'the wallet switched accounts',
}

type Words = Translator<'affiliate'>

/** Explains why a registration failed. Spec: affiliate errors; codes 4001 and 4100 are EIP-1193. */
export function explainFailure(t: Words, error: RegistrationError): RegistrationFailure {
  return ofWallet(t, error) ?? ofService(t, error)
}

function ofWallet(t: Words, { code }: RegistrationError): RegistrationFailure | undefined {
  if (code === 4001) {
    return {
      tone: 'info',
      title: t('failure.declined'),
      advice: t('failure.declinedAdvice'),
      next: 'sign',
    }
  }
  if (code === 4100) {
    return {
      tone: 'danger',
      title: t('failure.wrongAccount'),
      advice: t('failure.wrongAccountAdvice'),
      next: 'sign',
    }
  }
  if (code !== accountChanged.code) return undefined
  return {
    tone: 'danger',
    title: t('failure.changed'),
    advice: t('failure.changedAdvice'),
    next: 'sign',
  }
}

function ofService(t: Words, error: RegistrationError): RegistrationFailure {
  const failed = (
    next: RegistrationFailure['next'],
    title: string,
    advice: string,
  ): RegistrationFailure => ({ tone: 'danger', title, advice, next })
  switch (error.status) {
    case 400:
      return failed('sign', t('failure.changed'), t('failure.check'))
    case 401:
      return failed('sign', t('failure.mismatch'), t('failure.mismatchAdvice'))
    case 409:
      return error.message.includes('bound')
        ? failed('show', t('failure.bound'), t('failure.boundAdvice'))
        : failed('choose', t('failure.taken'), t('failure.takenAdvice'))
    case 503:
      return failed('none', t('failure.off'), t('failure.offAdvice'))
  }
  const isBusy = error.status === 429
  const wait = error.retryAfterSeconds
  return {
    ...failed('resend', isBusy ? t('failure.busy') : t('failure.silent'), t('failure.kept')),
    ...(wait !== undefined && { waitSeconds: Math.ceil(wait) }),
  }
}
