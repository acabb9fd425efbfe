/** After so long a page that did not come is awaited no more. */
const longestMs = 10_000

/** When the person asked for another page, by the clock of the page. */
let askedMs: number | undefined

/** Follows links to other pages of this origin; ends by what it returns, once the page is left. */
export function watchLeaving(): () => void {
  addEventListener('click', noteLeaving, { capture: true })
  return () => {
    removeEventListener('click', noteLeaving, { capture: true })
    askedMs = undefined
  }
}

/**
 * Whether another page was asked for and has not come yet. The router gives up what it is fetching when the address
 * changes meanwhile, so nothing may write to it then.
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
