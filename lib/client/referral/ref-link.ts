import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'

/** A referral parameter of an address. */
export type RefLink = {
  /** The affiliate code; undefined if it is malformed. */
  readonly code: string | undefined
  /** The full address without the parameter: a path alone could name another host if it begins with `//`. */
  readonly rest: string
}

/**
 * Extracts `?ref=CODE` from an address's search or hash (also `#/path?ref=CODE`), the first of several; undefined if
 * there is none. The rest of the address stays unchanged.
 */
export function readRefLink(href: string): RefLink | undefined {
  const { origin, pathname, search, hash } = new URL(href)
  const [inSearch, inHash] = [takeFromSearch(search), takeFromHash(hash)]
  const value = inSearch.value ?? inHash.value
  if (value === undefined) return undefined
  const rest = `${origin}${pathname}${inSearch.rest}${inHash.rest}`
  return { code: parseAffiliateCode(value), rest }
}

type Taken = { readonly value: string | undefined; readonly rest: string }

function takeFromSearch(search: string): Taken {
  const { value, rest } = takeFromQuery(search.slice(1))
  return { value, rest: rest === '' ? '' : `?${rest}` }
}

/** A hash may be a path with a query, or a query alone; anything else is an anchor. */
function takeFromHash(hash: string): Taken {
  const [path = '', query] = splitOnce(hash.slice(1), '?')
  const isQueryAlone = query === undefined && path.startsWith('ref=')
  const taken = takeFromQuery(isQueryAlone ? path : (query ?? ''))
  if (taken.value === undefined) return { value: undefined, rest: hash }
  const base = isQueryAlone ? '' : path
  const rest = isQueryAlone || taken.rest === '' ? `${base}${taken.rest}` : `${base}?${taken.rest}`
  return { value: taken.value, rest: rest === '' ? '' : `#${rest}` }
}

function takeFromQuery(query: string): Taken {
  const parts = query.split('&')
  const found = parts.find(isRef)
  if (found === undefined) return { value: undefined, rest: query }
  const value = new URLSearchParams(found).get('ref') ?? ''
  return { value, rest: parts.filter((part) => !isRef(part)).join('&') }
}

const isRef = (part: string) => part === 'ref' || part.startsWith('ref=')

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
