import { type Address, parseAddress } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'

/** The kind of a search, by the shape of its text. */
export type Search =
  | { readonly kind: 'order'; readonly uid: Hex }
  | { readonly kind: 'transaction'; readonly hash: Hex }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'auction'; readonly id: string }
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'nothing' }

/** Parses a search text: hexadecimal in any case, with or without 0x, with spaces anywhere. */
export function readSearch(text: string): Search {
  const bare = text.replace(/\s/g, '')
  if (bare === '') return { kind: 'nothing' }
  const hex = `0x${bare.replace(/^0x/i, '')}`
  const uid = parseHex(hex, 56)
  if (uid) return { kind: 'order', uid }
  const hash = parseHex(hex, 32)
  if (hash) return { kind: 'transaction', hash }
  const address = parseAddress(hex)
  if (address) return { kind: 'address', address }
  if (/^[1-9][0-9]{0,17}$/.test(bare)) return { kind: 'auction', id: bare }
  return { kind: 'token', text: text.trim().replace(/\s+/g, ' ') }
}
