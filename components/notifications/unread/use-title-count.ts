'use client'

import { useEffect } from 'react'
import { titleWithCount, type UnreadCount } from './count-text'

/** Keeps the unread count in the page's title across navigations. */
export function useTitleCount(count: UnreadCount | undefined): void {
  const unread = count?.unread ?? 0
  const more = count?.more ?? false
  useEffect(() => {
    const apply = () => {
      const title = titleWithCount(document.title, { unread, more })
      if (title !== document.title) document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = titleWithCount(document.title, undefined)
    }
  }, [unread, more])
}
