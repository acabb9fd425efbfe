/** A malformed command line; the message states the correct syntax. Nothing has been read or changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
