/** An error as lines of the log tell it. */
export type ToldError = {
  readonly type: string
  /** With those of its causes, without what addresses may hold in secrets, 1,000 characters at most. */
  readonly message: string
  readonly code?: unknown
  /** Where it was thrown. */
  readonly stack?: string
}

const longestMessage = 1_000
const maxCauses = 5
const address = /\b(?:https?|wss?|postgres(?:ql)?|rediss?):\/\/[^\s"'<>`]+/gi

/**
 * What a log says of anything thrown. Endpoints of nodes, databases and sinks often carry keys, and messages of libraries
 * name them, so of every address only the host is left.
 */
export function tellError(error: unknown): ToldError | string | undefined {
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
  return text.replace(address, hostOf).slice(0, longestMessage)
}

function hostOf(found: string): string {
  const url = URL.canParse(found) ? new URL(found) : undefined
  return url ? `${url.protocol}//${url.host}` : 'an address'
}
