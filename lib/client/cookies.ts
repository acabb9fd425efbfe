/** A year; some browsers allow no more than 400 days. */
const yearSeconds = 31_536_000

/** The last selected network, by its chain id. */
export const networkCookie = 'network'

/** Returns a setting as stored in the browser; on the server, the one from the request (`fromRequest`). */
export function readCookie(name: string, fromRequest: string | undefined): string | undefined {
  if (typeof document === 'undefined') return fromRequest
  const start = `${name}=`
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(start))
  return cookie?.slice(start.length)
}

/** Stores a setting in a cookie for a year, so that the server's first paint respects it, and so does the offline page. */
export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`
  navigator.serviceWorker?.controller?.postMessage('renew')
}

/** Light or dark. */
export type Theme = 'light' | 'dark'

/** The cookie with the user's theme; without it the system's theme applies. */
export const themeCookie = 'theme'

/** Returns a theme by its name; undefined for another text. */
export const asTheme = (name: string | undefined): Theme | undefined =>
  name === 'light' || name === 'dark' ? name : undefined
