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

const maxRecents = 6
const refusalMs = 24 * 3_600_000

/** Toggles a favourite. */
export function toggleFavourite(kept: StoredTokens, token: Address): StoredTokens {
  const others = kept.favourites.filter((each) => each !== token)
  const isNew = others.length === kept.favourites.length
  return { ...kept, favourites: isNew ? [...others, token] : others }
}

/** Adds a selected token. */
export function addRecent(kept: StoredTokens, token: Address): StoredTokens {
  const others = kept.recents.filter((each) => each !== token)
  return { ...kept, recents: [token, ...others].slice(0, maxRecents) }
}

/** Adds an imported token. */
export function addImport(kept: StoredTokens, token: Token): StoredTokens {
  const others = kept.imported.filter(({ address }) => address !== token.address)
  return { ...kept, imported: [...others, token] }
}

/** Removes an imported token, with all that was stored of it. */
export function dropImport(kept: StoredTokens, token: Address): StoredTokens {
  return {
    ...kept,
    imported: kept.imported.filter(({ address }) => address !== token),
    favourites: kept.favourites.filter((each) => each !== token),
    recents: kept.recents.filter((each) => each !== token),
  }
}

type TokenAt = { readonly token: Address; readonly nowMs: number }

/** Stores for a day that the service refused a token. */
export function addRefusal(kept: StoredTokens, { token, nowMs }: TokenAt): StoredTokens {
  const others = kept.refused.filter((each) => each.token !== token && each.untilMs > nowMs)
  return { ...kept, refused: [...others, { token, untilMs: nowMs + refusalMs }] }
}

/** Returns whether the service refused a token within the last day. */
export function isRefused(kept: StoredTokens, { token, nowMs }: TokenAt): boolean {
  return kept.refused.some((each) => each.token === token && each.untilMs > nowMs)
}

/** Parses the output of {@link serializeTokens}; ignores malformed entries. */
export function parseStoredTokens(stored: string | null): StoredTokens {
  const read = parseObject(stored)
  return {
    favourites: listOf(read.favourites, readAddress),
    recents: listOf(read.recents, readAddress).slice(0, maxRecents),
    imported: listOf(read.imported, readToken),
    refused: listOf(read.refused, readRefusal),
  }
}

/** Serialises the tokens. */
export const serializeTokens = (kept: StoredTokens): string => JSON.stringify(kept)

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
