import { type RefObject, useEffect } from 'react'

/** The part of the `CloseWatcher` interface of HTML that is used; TypeScript does not declare it. */
type Watcher = { onclose: (() => void) | null; destroy: () => void }

/**
 * Inside an open dialog: presses its close button when the platform asks to close it, as the back button of Android
 * does. Without the button, or where the browser has no `CloseWatcher`, back leaves the page. Escape is not affected:
 * the dialog handles and cancels the key before the browser makes it such a request.
 */
export const CloseRequest = ({
  closeButton,
}: {
  readonly closeButton: RefObject<HTMLElement | null>
}) => {
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher }
    if (!CloseWatcher || !closeButton.current) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => closeButton.current?.click()
    return () => watcher.destroy()
  }, [closeButton])
  return null
}
