import { randomUUID } from 'node:crypto'

/** Returns the client's request id if it is well-formed, else a new one. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
}
