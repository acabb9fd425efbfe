import { ApiError } from '@/lib/client/request'

/** Why the service did not do what was asked, for the person who asked. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The service could not be reached. Try again.'
  if (error.status === 401) return 'Your session is over. Sign in again.'
  if (error.status >= 500 && error.status !== 503) {
    return 'The service could not do that just now. Try again.'
  }
  // The API speaks of its fields.
  const text = error.message.trim().replace(/^url /, 'this address ')
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** What to tell when something was not removed; undefined: nothing has failed. */
export function stillThere(error: unknown) {
  return error ? { title: 'It is still there', text: failureText(error) } : undefined
}
