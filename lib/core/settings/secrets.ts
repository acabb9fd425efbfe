/** Environment variables whose value is a secret, or a list of secrets by commas. */
const secretNames = /_(?:KEY|KEY_[0-9]+|SECRET|TOKEN|PASSWORD)$/
/** Browsers receive it. */
const publicNames: ReadonlySet<string> = new Set(['VAPID_PUBLIC_KEY'])
/** Environment variables that hold URLs, which may contain passwords and keys. */
const urlNames = /(?:_URL|_URL_[0-9]+|_ENDPOINT|^SOLVER_ENGINES)$/
/** Environment variables that hold percent-encoded headers, as `name=value,other=value`. */
const headerNames = /_HEADERS$/

/** Characters below which a value is no secret, and hiding it would deface the rest of the text. */
const minLength = 6
/** A text of digits may be part of any number. */
const minDigits = 16
/** A part of a path is a key if it is this long, or mixes letters and digits; otherwise it names a resource. */
const keyLength = 20
const mixedKeyLength = 8
/** A path of this length may contain a key without digits; shorter ones are as `/api/v3`. */
const pathLength = 12

/** Returns the secrets in an environment: keys, tokens, and the parts of URLs that contain passwords and keys. */
export function findSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const found = Object.entries(environment).flatMap(([name, value = '']) => {
    if (urlNames.test(name)) return listOf(value).flatMap(secretsOfUrl)
    if (headerNames.test(name)) return listOf(value).flatMap(secretsOfHeader)
    return secretNames.test(name) && !publicNames.has(name) ? [value, ...listOf(value)] : []
  })
  return [...new Set(found.map((text) => text.trim().replace(/^0x/i, '')).filter(isLongEnough))]
}

const listOf = (value: string) => value.split(',').map((part) => part.trim())

function isLongEnough(text: string): boolean {
  return text.length >= (/^[0-9]+$/.test(text) ? minDigits : minLength)
}

function secretsOfUrl(text: string): string[] {
  const address = text.replace(/^[a-z0-9-]+=/, '')
  // A malformed one is secret as a whole, because its parts are unknown.
  if (!URL.canParse(address)) return [address]
  const { protocol, username, password, pathname, search, hash, searchParams } = new URL(address)
  // Elsewhere the path names a database.
  const isWeb = /^(?:https?|wss?):$/.test(protocol)
  const segments = isWeb ? pathname.split('/').slice(1) : []
  const path = [...segments.filter(isKey), ...(pathname.length >= pathLength ? [pathname] : [])]
  const query = [...searchParams.values(), search.slice(1), hash.slice(1)]
  const login = [password, ...(isKey(username) ? [username] : [])]
  // A server may quote the header.
  const header = password === '' ? '' : btoa(encodeBytes(`${decode(username)}:${decode(password)}`))
  return [header, ...[...path, ...query, ...login].flatMap((part) => [part, decode(part)])]
}

/** A server may quote a token without its scheme. */
function secretsOfHeader(text: string): string[] {
  const value = text.slice(text.indexOf('=') + 1).trim()
  return [value, decode(value), ...decode(value).split(' ').slice(1)]
}

function isKey(text: string): boolean {
  const isMixed = /[0-9]/.test(text) && /[a-z]/i.test(text)
  return text.length >= keyLength || (isMixed && text.length >= mixedKeyLength)
}

/** Its UTF-8 bytes, one per character. */
function encodeBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns a function that replaces secrets in a text, as they are or escaped in JSON, by `[secret]`. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text
  const forms = new Set(secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))
  // A secret may be part of another one.
  const sorted = [...forms].toSorted((a, b) => b.length - a.length)
  const pattern = sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  const any = new RegExp(pattern, 'gi')
  return (text) => text.replace(any, '[secret]')
}
