import { randomUUID } from 'node:crypto'

/** The id of a request: the client's own where it is a sound one, else a new one. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
}
