/** Stands for the count in words that come from elsewhere. */
export const countMark = '#'

/** How much is unread, as the API counts it: `more` than `unread` where it stopped counting. */
export type UnreadCount = { readonly unread: number; readonly more: boolean }

/** A count for a badge: "3", or "9+". */
export function badgeText({ unread }: UnreadCount): string {
  return unread > 9 ? '9+' : String(unread)
}

/** A count in full: "3", or "1000+" where the service counted no further. */
export function countText({ unread, more }: UnreadCount): string {
  return more ? `${unread}+` : String(unread)
}

/** A page title with the count before it, whether or not one was there: "(3) Inbox". */
export function titleWithCount(title: string, count: UnreadCount | undefined): string {
  const bare = title.replace(/^\([0-9]+\+?\) /, '')
  return count && count.unread > 0 ? `(${countText(count)}) ${bare}` : bare
}
