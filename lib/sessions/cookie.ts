/** The cookies of signing in, by what they hold. */
export type CookieNames = {
  /** Which sessions the browser has, encrypted. */
  readonly session: string
  /** Token of next-auth against forged requests. */
  readonly csrf: string
  /** What tells the browser that asked for a nonce from others. */
  readonly browser: string
}

/**
 * Names of the cookies where our pages are at `origin`. Under https browsers take those of this prefix from this
 * very host only, and over https only.
 */
export function cookieNames(origin: string): CookieNames {
  const prefix = isSecure(origin) ? '__Host-' : ''
  return {
    session: `${prefix}coincide.session`,
    csrf: `${prefix}coincide.csrf`,
    browser: `${prefix}coincide.browser`,
  }
}

/** Attributes of every cookie: no script reads it, and no other site's request carries it. */
export function cookieOptions(origin: string) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(origin) } as const
}

/** The value of a cookie in a `Cookie` header, decoded; the first one where several have the name. */
export function findCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === name)
      return decodeValue(part.slice(at + 1).trim())
  }
  return undefined
}

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

type NewCookie = { readonly name: string; readonly value: string; readonly seconds: number }

/** A `Set-Cookie` header for a browser that shows our pages at `origin`; 0 seconds remove the cookie. */
export function writeCookie(origin: string, { name, value, seconds }: NewCookie): string {
  const secure = isSecure(origin) ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Strict`
}
