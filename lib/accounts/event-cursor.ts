import { type DbSnapshot, isShownAt, parseMoment } from './db-snapshot'

/**
 * How far a client has got in an account's events: everything that was committed at `since`; and of what
 * was committed after it at `partly.at`, what comes first up to `partly.key`.
 */
export type EventCursor = {
  readonly since: DbSnapshot
  readonly partly: { readonly at: DbSnapshot; readonly key: string } | undefined
}

/** Something that happened, with what tells its place among the others. */
export type Placed = {
  /** Sorts what was committed at the same moment, and is unlike that of any other fact. */
  readonly key: string
  /** The transaction that wrote it. */
  readonly version: bigint
}

const separator = '~'

/** Reads an event id; undefined when it is none of an account's events. */
export function parseCursor(id: string | undefined): EventCursor | undefined {
  const [first = '', second, key, ...rest] = id?.split(separator) ?? []
  const since = parseMoment(first)
  if (!since || rest.length > 0) return undefined
  if (second === undefined) return { since, partly: undefined }
  const at = parseMoment(second)
  return at && key ? { since, partly: { at, key } } : undefined
}

/**
 * Gives each of the facts that were committed between two moments the id under which a client that got
 * it, and those before it, comes back.
 */
export function withIds<T extends Placed>(
  facts: readonly T[],
  { since, now }: { readonly since: DbSnapshot; readonly now: DbSnapshot },
): readonly { readonly fact: T; readonly id: string }[] {
  const sorted = [...facts].sort((a, b) => (a.key < b.key ? -1 : 1))
  return sorted.map((fact, index) => {
    const isLast = index === sorted.length - 1
    return { fact, id: isLast ? now.text : [since.text, now.text, fact.key].join(separator) }
  })
}

/** Of the facts since a cursor's moment, those that the client has not got, with their ids. */
export function withIdsAfter<T extends Placed>(
  { since, partly }: EventCursor,
  facts: readonly T[],
  now: DbSnapshot,
): readonly { readonly fact: T; readonly id: string }[] {
  if (!partly) return withIds(facts, { since, now })
  const { at, key } = partly
  const begun = facts.filter((fact) => isShownAt(at, fact.version))
  const later = facts.filter((fact) => !isShownAt(at, fact.version))
  const rest = begun.filter((fact) => fact.key > key)
  return [...withIds(rest, { since, now: at }), ...withIds(later, { since: at, now })]
}
