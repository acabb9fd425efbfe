import { keptText } from '@/lib/client/stored-text'

/** What this browser remembers of shared links. */
export type KeptCode = {
  /** The code of the newest link that was valid. */
  readonly code: string | undefined
  /** Whether the person has removed it; the next link is taken again. */
  readonly isRefused: boolean
}

const kept = keptText('coincide.referral')
const refused = 'off'

/** What is remembered, as stored: equal texts mean that nothing has changed. */
export const readKept = kept.read

/** Reads what {@link readKept} gives. */
export function parseKept(stored: string | null): KeptCode {
  const isRefused = stored === refused
  return { code: isRefused ? undefined : (stored ?? undefined), isRefused }
}

/** Remembers the code of a link in place of an earlier one. */
export const keepCode = (code: string): void => kept.write(code)

/** Forgets the code of a link; orders may still carry the one that an account is bound to. */
export const forgetCode = (): void => kept.write(null)

/** Has orders carry no code until another link comes. */
export const refuseCodes = (): void => kept.write(refused)

/** Tells of changes, also by other tabs; returns how to stop. */
export const watchKept = kept.watch
