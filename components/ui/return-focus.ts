/** Gives the focus to an element, else to the page's content: the opener may be unmounted meanwhile. */
export function returnFocus(target: Element | null): void {
  const main = document.querySelector('main')
  for (const each of [target, main]) {
    if (!(each instanceof HTMLElement) || each === document.body || !each.isConnected) continue
    each.focus({ preventScroll: true })
    if (document.activeElement === each) break
  }
  // "Connect wallet" is replaced by the account just after its dialog has closed. A lost focus would start over at the top
  // of the page.
  setTimeout(() => {
    if (document.activeElement === document.body) main?.focus({ preventScroll: true })
  }, lostAfterMs)
}

/** By then what a choice replaces has been replaced. */
const lostAfterMs = 500
