import { type RefObject, useEffect } from 'react'

/** The part of the `CloseWatcher` interface of HTML that is used; TypeScript does not declare it. */
type Watcher = { onclose: (() => void) | null; destroy: () => void }

/**
 * Presses the close button of an open dialog when the platform asks to close it, as the back button of Android does.
 * Without it, or where the browser has no `CloseWatcher`, back leaves the page. Escape is not affected: the dialog
 * handles and cancels the key before the browser makes it such a request.
 */
export function useCloseRequest(closeButton: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher }
    if (!CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => closeButton.current?.click()
    return () => watcher.destroy()
  }, [closeButton])
}
