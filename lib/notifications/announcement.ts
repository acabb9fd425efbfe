/** An operator's announcement to all accounts; shown only in inboxes. */
export type Announcement = {
  readonly id: string
  readonly title: string
  /** Plain text, possibly of several lines. */
  readonly message: string
  /** An https URL, or a path of our own pages. */
  readonly url: string | undefined
  readonly publishedAt: Date
  /** When it expires; undefined: only when withdrawn. */
  readonly endsAt: Date | undefined
  readonly withdrawnAt: Date | undefined
}

/** An announcement in the inbox of an account. */
export type InboxAnnouncement = Announcement & { readonly isRead: boolean }

/** The author's part of an announcement. */
export type AnnouncementText = Pick<Announcement, 'title' | 'message' | 'url'>

/** Maximum announcements in an inbox, newest first. */
export const maxAnnounced = 20

/** Maximum length of each part of an announcement, in UTF-16 code units. */
export const announcementLimits = { title: 120, message: 2_000, url: 500 } as const

/** Control, invisible and bidirectional characters, except that line feeds are replaced before the test. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const markup = /<[a-z/!?]/i

/** Returns what is wrong with a title, worded to follow its name; undefined when valid. */
export function titleProblem(title: string): string | undefined {
  return textProblem(title, { max: announcementLimits.title, kind: 'one line' })
}

/** Returns what is wrong with a message, worded to follow its name; undefined when valid. */
export function messageProblem(message: string): string | undefined {
  const lines = message.replaceAll('\n', ' ')
  return textProblem(lines, { max: announcementLimits.message, kind: 'text' })
}

type Bounds = { readonly max: number; readonly kind: string }

function textProblem(text: string, { max, kind }: Bounds): string | undefined {
  const problem = `must be ${kind} of 1 to ${max} characters, none of them invisible`
  if (text.trim() === '' || text.length > max || hidden.test(text)) return problem
  return markup.test(text) ? 'must be plain text without markup' : undefined
}

/** Returns what is wrong with a URL, worded to follow its name; undefined when valid. */
export function urlProblem(url: string): string | undefined {
  const problem = `must be an https address without credentials, or a path of these pages as /orders, of at most ${announcementLimits.url} characters`
  if (url.length > announcementLimits.url || /[\s\\]/.test(url) || hidden.test(url)) return problem
  if (/^\/(?!\/)/.test(url)) return undefined
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return problem
  const { username, password } = new URL(url)
  return username || password ? problem : undefined
}
