'use client'

import { useShownAccount } from '@/components/account/account-provider'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { badgeText, countText } from './count-text'
import { useUnread } from './use-inbox'
import { useTitleCount } from './use-title-count'

/** What is unread, beside "Inbox" in the navigation and in the page title. */
export const UnreadBadge = () => {
  const { account, session } = useShownAccount()
  const count = useUnread(session ? account : undefined)
  useTitleCount(count)
  if (!count || count.unread === 0) return null
  return (
    <FillShellSlot name="inbox-count">
      <span
        role="img"
        aria-label={`Notifications, ${countText(count)} unread`}
        className="numeric grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-label leading-none font-semibold text-on-primary"
      >
        {badgeText(count)}
      </span>
    </FillShellSlot>
  )
}
