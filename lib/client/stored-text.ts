/** A text that this browser keeps under a name, over reloads and for all of its tabs. */
export type KeptText = {
  /** What is kept: equal texts mean that nothing has changed. */
  readonly read: () => string | null
  /** Keeps another text, or none. */
  readonly write: (text: string | null) => void
  /** Tells of changes, also by other tabs; returns how to stop. */
  readonly watch: (listener: () => void) => () => void
}

const known = new Map<string, KeptText>()

/**
 * The text that is kept under a name, the same piece for each who asks. Storage may be closed to the page (private
 * windows); then the text lasts as long as the page.
 */
export function keptText(name: string): KeptText {
  const kept = known.get(name) ?? createKeptText(name)
  known.set(name, kept)
  return kept
}

function createKeptText(name: string): KeptText {
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
