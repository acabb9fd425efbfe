/** The sign-in cookies, by content. */
export type CookieNames = {
  /** The browser's session ids, encrypted. */
  readonly session: string
  /** CSRF token of next-auth. */
  readonly csrf: string
  /** Secret that identifies the browser that requested a nonce. */
  readonly browser: string
}

/**
 * Cookie names for pages at `origin`. The `__Host-` prefix makes browsers accept the cookies only from this exact host
 * and only over https.
 */
export function cookieNames(origin: string): CookieNames {
  const prefix = isSecure(origin) ? '__Host-' : ''
  return {
    session: `${prefix}coincide.session`,
    csrf: `${prefix}coincide.csrf`,
    browser: `${prefix}coincide.browser`,
  }
}

/** Attributes of every cookie: no script can read it, and no cross-site request carries it. */
export function cookieOptions(origin: string) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(origin) } as const
}

/** The decoded value of a cookie in a `Cookie` header; the first one of that name. */
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

/** Builds a `Set-Cookie` header for pages at `origin`; 0 seconds delete the cookie. */
export function writeCookie(origin: string, { name, value, seconds }: NewCookie): string {
  const secure = isSecure(origin) ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Strict`
}
