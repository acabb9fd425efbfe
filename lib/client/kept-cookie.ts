const yearSeconds = 31_536_000

/** The network whose pages were looked at last, by its chain id. */
export const networkCookie = 'network'

/** A choice as the browser keeps it now; on the server the one that it was `told`. */
export function readCookie(name: string, told: string | undefined): string | undefined {
  if (typeof document === 'undefined') return told
  const start = `${name}=`
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(start))
  return cookie?.slice(start.length)
}

/** Keeps a choice for a year where the server sees it too, so that the first paint is of what was chosen. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser that we support.
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`
}
