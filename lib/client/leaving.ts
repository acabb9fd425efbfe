/** Milliseconds after which a navigation counts as abandoned. */
const longestMs = 10_000

/** When the last navigation began, by the page's clock. */
let askedMs: number | undefined

/** Tracks clicks on links to other pages of this origin; returns a function that stops it. */
export function watchLeaving(): () => void {
  addEventListener('click', noteLeaving, { capture: true })
  return () => {
    removeEventListener('click', noteLeaving, { capture: true })
    askedMs = undefined
  }
}

/**
 * Returns whether a navigation is pending. The router abandons it if the address changes meanwhile, so nothing may
 * write to the address then.
 */
export function isLeaving(): boolean {
  return askedMs !== undefined && performance.now() - askedMs < longestMs
}

function noteLeaving({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  const isElsewhere = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
  if (!link || isElsewhere || link.target !== '' || link.origin !== location.origin) return
  if (link.pathname !== location.pathname) askedMs = performance.now()
}
