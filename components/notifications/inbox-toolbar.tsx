'use client'

import { CheckCheck } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { countText, type UnreadCount } from './count-text'

type Props = {
  readonly count: UnreadCount | undefined
  /** Whether all have just been marked, which can be undone. */
  readonly isMarked: boolean
  readonly isBusy: boolean
  /** Left out while nothing is listed: what nobody saw stays unread. */
  readonly onMarkAll?: (() => void) | undefined
  readonly onUndo: () => void
}

/** How much is unread, "Mark all read", and how to take that back. */
export const InboxToolbar = ({ count, isMarked, isBusy, onMarkAll, onUndo }: Props) => {
  const hasUnread = count !== undefined && count.unread > 0
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className="text-small text-ink-2">
        {isMarked && !hasUnread ? 'All marked as read.' : null}
        {hasUnread ? `${countText(count)} unread` : null}
      </p>
      {isMarked && !hasUnread ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onUndo}>
          Undo
        </Button>
      ) : null}
      {hasUnread && onMarkAll ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onMarkAll}>
          <CheckCheck aria-hidden="true" className="size-4" /> Mark all read
        </Button>
      ) : null}
    </div>
  )
}
