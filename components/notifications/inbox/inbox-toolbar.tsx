'use client'

import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { countText, type UnreadCount } from '@/components/notifications/unread/count-text'
import { Button } from '@/components/ui/button'

type Props = {
  readonly count: UnreadCount | undefined
  /** Whether all were marked just now, which can be undone. */
  readonly isMarked: boolean
  readonly isBusy: boolean
  /** Omitted while nothing is listed, so that unseen notifications stay unread. */
  readonly onMarkAll?: (() => void) | undefined
  readonly onUndo: () => void
}

/** Shows the unread count, "Mark all read" and its undo. */
export const InboxToolbar = ({ count, isMarked, isBusy, onMarkAll, onUndo }: Props) => {
  const t = useTranslations('notifications')
  const hasUnread = count !== undefined && count.unread > 0
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className="text-small text-ink-2">
        {isMarked && !hasUnread ? t('toolbar.marked') : null}
        {hasUnread ? t('toolbar.unread', { count: countText(count) }) : null}
      </p>
      {isMarked && !hasUnread ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onUndo}>
          {t('toolbar.undo')}
        </Button>
      ) : null}
      {hasUnread && onMarkAll ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onMarkAll}>
          <CheckCheck aria-hidden="true" className="size-4" /> {t('toolbar.markAll')}
        </Button>
      ) : null}
    </div>
  )
}
