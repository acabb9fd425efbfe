import { storedText } from '@/lib/client/stored-text'

/** The stored state of referral links. */
export type StoredCode = {
  /** The code of the newest valid link. */
  readonly code: string | undefined
  /** Whether the user has removed it; the next link is accepted again. */
  readonly isRefused: boolean
}

const stored = storedText('coincide.referral')
const refused = 'off'

/** The stored text: equal texts mean that nothing has changed. */
export const readStored = stored.read

/** Parses the result of {@link readStored}. */
export function parseStored(stored: string | null): StoredCode {
  const isRefused = stored === refused
  return { code: isRefused ? undefined : (stored ?? undefined), isRefused }
}

/** Stores the code of a link, replacing an earlier one. */
export const storeCode = (code: string): void => stored.write(code)

/** Removes a link's code; orders may still carry the account's bound code. */
export const forgetCode = (): void => stored.write(null)

/** Makes orders carry no code until the next link. */
export const refuseCodes = (): void => stored.write(refused)

/** Subscribes to changes, also from other tabs; returns a function that unsubscribes. */
export const watchStored = stored.watch
