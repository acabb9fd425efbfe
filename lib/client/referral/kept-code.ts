/** What this browser remembers of shared links. */
export type KeptCode = {
  /** The code of the newest link that was valid. */
  readonly code: string | undefined
  /** Whether the person has removed it; the next link is taken again. */
  readonly isRefused: boolean
}

const key = 'coincide.referral'
const refused = 'off'
const listeners = new Set<() => void>()
/** Storage may be closed to the page (private windows); then the code lasts as long as the page. */
let unstored: string | null = null

/** What is remembered, as stored: equal texts mean that nothing has changed. */
export function readKept(): string | null {
  try {
    return localStorage.getItem(key) ?? unstored
  } catch {
    return unstored
  }
}

/** Reads what {@link readKept} gives. */
export function parseKept(stored: string | null): KeptCode {
  const isRefused = stored === refused
  return { code: isRefused ? undefined : (stored ?? undefined), isRefused }
}

/** Remembers the code of a link in place of an earlier one. */
export const keepCode = (code: string): void => store(code)

/** Forgets the code of a link; orders may still carry the one that an account is bound to. */
export const forgetCode = (): void => store(null)

/** Has orders carry no code until another link comes. */
export const refuseCodes = (): void => store(refused)

/** Tells of changes, also by other tabs; returns how to stop. */
export function watchKept(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function store(text: string | null): void {
  unstored = text
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Kept in memory above.
  }
  for (const listener of listeners) listener()
}
