import { useCallback, useState } from 'react'
import { whenIdle } from './when-idle'

/**
 * Returns whether the element with the `ref` has come into view, and the browser has been idle since: its data and code are due
 * then. The window ends lower by a `margin` such as `25%`, or higher by `-25%`. Until then its placeholders rest.
 */
export function useDue(margin: string) {
  const [isDue, setDue] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      let cancel = () => {}
      const load = () => {
        element.removeAttribute('data-resting')
        setDue(true)
      }
      element.setAttribute('data-resting', '')
      const observer = new IntersectionObserver(
        ([entry]) => {
          cancel()
          cancel = entry?.isIntersecting ? whenIdle(load) : () => {}
        },
        { rootMargin: `0px 0px ${margin}` },
      )
      observer.observe(element)
      return () => {
        observer.disconnect()
        cancel()
      }
    },
    [margin],
  )
  return { ref, isDue }
}
