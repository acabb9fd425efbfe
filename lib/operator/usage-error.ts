/** A command that was written wrongly; the message says how to write it. Nothing has been read or changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
