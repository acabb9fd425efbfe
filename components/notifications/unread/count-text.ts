/** Placeholder for the count in texts rendered by the server. */
export const countMark = '#'

/** The unread count as the API returns it; `more` if the service stopped counting. */
export type UnreadCount = { readonly unread: number; readonly more: boolean }

/** Formats a count for a badge: "3", or "9+". */
export function badgeText({ unread }: UnreadCount): string {
  return unread > 9 ? '9+' : String(unread)
}

/** Formats a count in full: "3", or "1000+" if the service stopped counting. */
export function countText({ unread, more }: UnreadCount): string {
  return more ? `${unread}+` : String(unread)
}

/** Prefixes a page title with the count, replacing an earlier one: "(3) Inbox". */
export function titleWithCount(title: string, count: UnreadCount | undefined): string {
  const bare = title.replace(/^\([0-9]+\+?\) /, '')
  return count && count.unread > 0 ? `(${countText(count)}) ${bare}` : bare
}
