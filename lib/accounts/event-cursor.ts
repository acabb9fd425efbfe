import { type DbSnapshot, isVisibleIn, parseSnapshot } from './db-snapshot'

/**
 * Position of a client in an account's events: everything that `since` shows, plus, of what was committed after it and
 * shown by `partly.at`, the facts with keys up to `partly.key`.
 */
export type EventCursor = {
  readonly since: DbSnapshot
  readonly partly: { readonly at: DbSnapshot; readonly key: string } | undefined
}

/** A fact with its position among the others. */
export type PositionedFact = {
  /** Unique sort key of a fact among those of one snapshot. */
  readonly key: string
  /** The transaction that wrote it. */
  readonly version: bigint
}

const separator = '~'

/** Parses an event id; undefined when malformed. */
export function parseCursor(id: string | undefined): EventCursor | undefined {
  const [first = '', second, key, ...rest] = id?.split(separator) ?? []
  const since = parseSnapshot(first)
  if (!since || rest.length > 0) return undefined
  if (second === undefined) return { since, partly: undefined }
  const at = parseSnapshot(second)
  return at && key ? { since, partly: { at, key } } : undefined
}

/**
 * Gives each fact committed between two snapshots the id from which a client that has received it, and all before it,
 * resumes.
 */
export function withIds<T extends PositionedFact>(
  facts: readonly T[],
  { since, now }: { readonly since: DbSnapshot; readonly now: DbSnapshot },
): readonly { readonly fact: T; readonly id: string }[] {
  const sorted = [...facts].sort((a, b) => (a.key < b.key ? -1 : 1))
  return sorted.map((fact, index) => {
    const isLast = index === sorted.length - 1
    return { fact, id: isLast ? now.text : [since.text, now.text, fact.key].join(separator) }
  })
}

/** Filters the facts since a cursor's snapshot to those the client has not received, with their ids. */
export function withIdsAfter<T extends PositionedFact>(
  { since, partly }: EventCursor,
  facts: readonly T[],
  now: DbSnapshot,
): readonly { readonly fact: T; readonly id: string }[] {
  if (!partly) return withIds(facts, { since, now })
  const { at, key } = partly
  const partlyShown = facts.filter((fact) => isVisibleIn(at, fact.version))
  const later = facts.filter((fact) => !isVisibleIn(at, fact.version))
  const rest = partlyShown.filter((fact) => fact.key > key)
  return [...withIds(rest, { since, now: at }), ...withIds(later, { since: at, now })]
}
