import { type Address, parseAddress } from '@/lib/core/address'
import type { Token } from './tokens'

/** Tokens stored in this browser for a network. */
export type StoredTokens = {
  /** Favourites, oldest first. */
  readonly favourites: readonly Address[]
  /** Recently selected, newest first. */
  readonly recents: readonly Address[]
  /** Imported tokens, which are not listed. */
  readonly imported: readonly Token[]
  /** Tokens that the service refused. */
  readonly refused: readonly RefusedToken[]
}

/** A token that the service refused, and until when that is stored. */
export type RefusedToken = { readonly token: Address; readonly untilMs: number }

/** The initial state. */
export const noStoredTokens: StoredTokens = {
  favourites: [],
  recents: [],
  imported: [],
  refused: [],
}

/** Short enough to scan at a glance. */
const maxRecents = 6
/** Storage is limited, and every change writes all of it. */
const maxFavourites = 100
const maxImported = 100
/** Long enough to warn, short enough to follow a changed policy. */
const refusalMs = 24 * 3_600_000

/** Toggles a favourite; beyond {@link maxFavourites} the oldest is dropped. */
export function toggleFavourite(stored: StoredTokens, token: Address): StoredTokens {
  const others = stored.favourites.filter((each) => each !== token)
  const isNew = others.length === stored.favourites.length
  const favourites = isNew ? [...others, token].slice(-maxFavourites) : others
  return { ...stored, favourites }
}

/** Adds a selected token. */
export function addRecent(stored: StoredTokens, token: Address): StoredTokens {
  const others = stored.recents.filter((each) => each !== token)
  return { ...stored, recents: [token, ...others].slice(0, maxRecents) }
}

/** Adds an imported token; beyond {@link maxImported} the oldest is dropped. */
export function addImport(stored: StoredTokens, token: Token): StoredTokens {
  const others = stored.imported.filter(({ address }) => address !== token.address)
  return { ...stored, imported: [...others, token].slice(-maxImported) }
}

/** Removes an imported token, with all that was stored of it. */
export function dropImport(stored: StoredTokens, token: Address): StoredTokens {
  return {
    ...stored,
    imported: stored.imported.filter(({ address }) => address !== token),
    favourites: stored.favourites.filter((each) => each !== token),
    recents: stored.recents.filter((each) => each !== token),
  }
}

type TokenAt = { readonly token: Address; readonly nowMs: number }

/** Stores for a day that the service refused a token. */
export function addRefusal(stored: StoredTokens, { token, nowMs }: TokenAt): StoredTokens {
  const others = stored.refused.filter((each) => each.token !== token && each.untilMs > nowMs)
  return { ...stored, refused: [...others, { token, untilMs: nowMs + refusalMs }] }
}

/** Returns whether the service refused a token within the last day. */
export function isRefused(stored: StoredTokens, { token, nowMs }: TokenAt): boolean {
  return stored.refused.some((each) => each.token === token && each.untilMs > nowMs)
}

/** Parses the output of {@link serializeTokens}; ignores malformed entries. */
export function parseStoredTokens(stored: string | null): StoredTokens {
  const read = parseObject(stored)
  return {
    favourites: listOf(read.favourites, readAddress).slice(-maxFavourites),
    recents: listOf(read.recents, readAddress).slice(0, maxRecents),
    imported: listOf(read.imported, readToken).slice(-maxImported),
    refused: listOf(read.refused, readRefusal),
  }
}

/** Serialises the tokens. */
export const serializeTokens = (stored: StoredTokens): string => JSON.stringify(stored)

type Unknown = Readonly<Record<string, unknown>>

function parseObject(stored: string | null): Unknown {
  try {
    return objectOf(JSON.parse(stored ?? '{}'))
  } catch {
    return {}
  }
}

function objectOf(value: unknown): Unknown {
  return typeof value === 'object' && value !== null ? (value as Unknown) : {}
}

function listOf<T>(value: unknown, read: (entry: unknown) => T | undefined): readonly T[] {
  return Array.isArray(value) ? value.flatMap((entry) => read(entry) ?? []) : []
}

function readAddress(value: unknown): Address | undefined {
  return typeof value === 'string' ? parseAddress(value) : undefined
}

function readToken(value: unknown): Token | undefined {
  const { address, name, symbol, decimals } = objectOf(value)
  const known = readAddress(address)
  if (!known || typeof name !== 'string' || typeof symbol !== 'string') return undefined
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 255) {
    return undefined
  }
  return { address: known, name, symbol, decimals: Number(decimals) }
}

function readRefusal(value: unknown): RefusedToken | undefined {
  const { token, untilMs } = objectOf(value)
  const known = readAddress(token)
  return known && typeof untilMs === 'number' ? { token: known, untilMs } : undefined
}
