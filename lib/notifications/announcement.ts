/** What operators tell all accounts; it is shown in inboxes only. */
export type Announcement = {
  readonly id: string
  readonly title: string
  /** Text, of several lines perhaps. */
  readonly message: string
  /** An https address, or a path of our own pages. */
  readonly url: string | undefined
  readonly publishedAt: Date
  /** When it is no longer shown; undefined: not before it is withdrawn. */
  readonly endsAt: Date | undefined
  readonly withdrawnAt: Date | undefined
}

/** An announcement in the inbox of an account. */
export type InboxAnnouncement = Announcement & { readonly isRead: boolean }

/** What is to be announced, as somebody wrote it. */
export type AnnouncementText = Pick<Announcement, 'title' | 'message' | 'url'>

/** Announcements that an inbox shows, the newest ones. */
export const maxAnnounced = 20

/** Characters that each part of an announcement may have. */
export const announcementLimits = { title: 120, message: 2_000, url: 500 } as const

/** Characters that are not seen, or turn what is seen around; a line feed is none of them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const markup = /<[a-z/!?]/i

/** What is wrong with a title, in words that follow its name; undefined: nothing. */
export function titleProblem(title: string): string | undefined {
  return textProblem(title, { max: announcementLimits.title, kind: 'one line' })
}

/** What is wrong with a message, in words that follow its name; undefined: nothing. */
export function messageProblem(message: string): string | undefined {
  const lines = message.replaceAll('\n', ' ')
  return textProblem(lines, { max: announcementLimits.message, kind: 'text' })
}

type Bounds = { readonly max: number; readonly kind: string }

function textProblem(text: string, { max, kind }: Bounds): string | undefined {
  const problem = `must be ${kind} of 1 to ${max} characters, none of them invisible`
  if (text.trim() === '' || text.length > max || unseen.test(text)) return problem
  return markup.test(text) ? 'must be plain text without markup' : undefined
}

/** What is wrong with an address, in words that follow its name; undefined: nothing. */
export function urlProblem(url: string): string | undefined {
  const problem = `must be an https address without credentials, or a path of these pages as /orders, of at most ${announcementLimits.url} characters`
  if (url.length > announcementLimits.url || /[\s\\]/.test(url) || unseen.test(url)) return problem
  if (/^\/(?!\/)/.test(url)) return undefined
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return problem
  const { username, password } = new URL(url)
  return username || password ? problem : undefined
}
