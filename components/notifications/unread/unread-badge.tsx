'use client'

import { useEffect } from 'react'
import { useUnread } from '@/components/notifications/inbox/use-inbox'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import type { Address } from '@/lib/core/address'
import { badgeText, countMark, countText, titleWithCount, type UnreadCount } from './count-text'

type Props = {
  readonly account: Address | undefined
  /** Accessible text, with {@link countMark} for the count. */
  readonly words: string
}

/** The unread count of a signed-in account, next to "Inbox" in the navigation and in the page title. */
export const UnreadBadge = ({ account, words }: Props) => {
  const count = useUnread(account)
  useTitleCount(count)
  if (!count || count.unread === 0) return null
  return (
    <FillShellSlot name="inbox-count">
      <span
        role="img"
        aria-label={words.replace(countMark, countText(count))}
        className="numeric grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-label leading-none font-semibold text-on-primary"
      >
        {badgeText(count)}
      </span>
    </FillShellSlot>
  )
}

/** Keeps the unread count in the page's title across navigations. */
function useTitleCount(count: UnreadCount | undefined): void {
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
