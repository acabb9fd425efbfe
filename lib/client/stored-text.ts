/** A text stored in this browser under a name, across reloads and tabs. */
export type StoredText = {
  /** The stored text: equal texts mean that nothing has changed. */
  readonly read: () => string | null
  /** Stores another text, or removes it. */
  readonly write: (text: string | null) => void
  /** Subscribes to changes, also from other tabs; returns a function that unsubscribes. */
  readonly watch: (listener: () => void) => () => void
}

const known = new Map<string, StoredText>()

/**
 * Returns the stored text of a name, one instance per name. If storage is unavailable (private windows), the text lasts
 * as long as the page.
 */
export function storedText(name: string): StoredText {
  const stored = known.get(name) ?? createStoredText(name)
  known.set(name, stored)
  return stored
}

function createStoredText(name: string): StoredText {
  const listeners = new Set<() => void>()
  let unstored: string | null = null
  return {
    read: () => {
      try {
        return localStorage.getItem(name) ?? unstored
      } catch {
        return unstored
      }
    },
    write: (text) => {
      unstored = null
      try {
        if (text === null) localStorage.removeItem(name)
        else localStorage.setItem(name, text)
      } catch {
        unstored = text
      }
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
