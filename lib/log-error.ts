/** An error as it is logged. */
export type LoggedError = {
  readonly type: string
  /** Includes the messages of its causes; URLs are cut to their host, and the text to 1,000 characters. */
  readonly message: string
  readonly code?: unknown
  /** Stack frames. */
  readonly stack?: string
}

/** Characters of a message, and causes of an error, that a log line holds: some carry whole requests. */
const maxMessageLength = 1_000
const maxCauses = 5
/** URLs of services, which may contain keys and passwords, without punctuation after them; not those of source files. */
const address = /\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]*[^\s"'<>`.,:;)]/gi

/**
 * Serializes anything thrown for the log. URLs of nodes, databases and webhooks often carry keys, and libraries put
 * them into messages, so every URL is reduced to its host.
 */
export function serializeError(error: unknown): LoggedError | string | undefined {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return withoutSecrets(String(error))
  const { name, stack = '' } = error
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    type: name,
    message: withoutSecrets(messagesOf(error).join(': ')),
    ...('code' in error ? { code: error.code } : {}),
    ...(places.length > 0 ? { stack: places.join('\n') } : {}),
  }
}

function messagesOf(error: Error): string[] {
  const messages: string[] = []
  let next: unknown = error
  while (next instanceof Error && messages.length < maxCauses) {
    messages.push(next.message)
    next = next.cause
  }
  return messages
}

function withoutSecrets(text: string): string {
  return hideUrls(text).slice(0, maxMessageLength)
}

/** Reduces every URL in a text to its host. */
export function hideUrls(text: string): string {
  return text.replace(address, hostOf)
}

/** Describes anything thrown in a few lines: type, messages and stack of it and its causes, without keys in URLs. */
export function describeError(error: unknown): string {
  const serialized = serializeError(error)
  if (typeof serialized !== 'object') return serialized ?? 'unknown error'
  const { type, message, stack } = serialized
  return [`${type}: ${message}`, ...(stack ? [stack] : [])].join('\n')
}

function hostOf(found: string): string {
  const url = URL.canParse(found) ? new URL(found) : undefined
  return url ? `${url.protocol}//${url.host}` : 'an address'
}
