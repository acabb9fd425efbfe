import type { Place, PlaceKind } from './search-places'

/** A place that was opened from the search. */
export type RecentPlace = Pick<Place, 'href' | 'title'> & { readonly note?: string }

/** Short enough to scan at a glance. */
const maxRecent = 6
/** Longer texts are not names. */
const maxLength = 400

/** Adds an opened place. */
export function addRecentPlace(
  recent: readonly RecentPlace[],
  { href, title, note }: RecentPlace,
): readonly RecentPlace[] {
  const others = recent.filter((each) => each.href !== href)
  return [{ href, title, ...(note !== undefined && { note }) }, ...others].slice(0, maxRecent)
}

/** Parses stored places; ignores malformed ones and addresses outside this service. */
export function parseRecentPlaces(stored: string | null): readonly RecentPlace[] {
  let read: unknown
  try {
    read = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(read)) return []
  return read.flatMap((entry) => readPlace(entry) ?? []).slice(0, maxRecent)
}

function readPlace(entry: unknown): RecentPlace | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { href, title, note } = entry as Readonly<Record<string, unknown>>
  if (!isShort(href) || !isShort(title)) return undefined
  // Two slashes or a backslash lead to another host.
  if (!/^\/(?![/\\])/.test(href)) return undefined
  return { href, title, ...(isShort(note) && { note }) }
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength

/** Whether a place is worth remembering: those that the service looks up may lead nowhere. */
export const isRemembered = (kind: PlaceKind): boolean => kind !== 'text'
