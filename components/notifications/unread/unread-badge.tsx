'use client'

import { useUnread } from '@/components/notifications/inbox/use-inbox'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import type { Address } from '@/lib/core/address'
import { badgeText, countMark, countText } from './count-text'
import { useTitleCount } from './use-title-count'

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
