import type { Settings } from '@/lib/api/docs/pages'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'

/** The drawings of generated marks. */
export const motifs = [
  'horizon',
  'quarter',
  'ring',
  'diamond',
  'stripes',
  'crescent',
  'overlap',
  'chevron',
  'sunrise',
  'petals',
] as const

/** The generated picture of a token without a logo: a drawing in three colours, turned by a multiple of 90 degrees. */
export type TokenMark = {
  readonly motif: (typeof motifs)[number]
  readonly turn: 0 | 90 | 180 | 270
  readonly ground: string
  readonly shape: string
  readonly accent: string
}

/** Colours of ground, shape and accent, chosen so that each pair is distinct on the others. */
const palettes = [
  ['#0f5e4c', '#7be0b5', '#f4f1ea'],
  ['#2747a8', '#9dbcff', '#fbeed3'],
  ['#7a2f6b', '#f0a3d0', '#fbe9c6'],
  ['#a8480f', '#ffc178', '#fff4dd'],
  ['#0c6478', '#7fdcec', '#f4f1ea'],
  ['#4f3bb0', '#c3b4ff', '#ffe0ea'],
  ['#a12a24', '#ffab9b', '#ffeeda'],
  ['#3d6b12', '#c3e86b', '#f8fbe4'],
  ['#3a474f', '#b4c5cc', '#ffd27a'],
  ['#1d1c19', '#c8f04b', '#f4f1ea'],
  ['#8a6a00', '#ffe07a', '#fffbe8'],
  ['#1c4f7c', '#79bff2', '#f4f1ea'],
] as const

const turns = [0, 90, 180, 270] as const

/** Returns the mark of an address, drawn from its hash alone. */
export function tokenMark(address: Address): TokenMark {
  const hash = hashOf(address)
  const [ground, shape, accent] = palettes[hash % palettes.length] ?? palettes[0]
  return {
    motif: motifs[(hash >>> 8) % motifs.length] ?? 'horizon',
    turn: turns[(hash >>> 16) & 3] ?? 0,
    ground,
    shape,
    accent,
  }
}

/** FNV-1a of 32 bits with a seed that gives the best-known tokens distinct marks, mixed so that all bits count. */
function hashOf(address: Address): number {
  let hash = 0x811c9dc5 ^ 239_833
  for (let at = 0; at < address.length; at += 1) {
    hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** Wrapped ether and the dollar token of Ethereum, whose marks their counterparts on other networks have too. */
const [ether, dollar]: readonly [Address, Address] = [
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
]

/** What decides the marks of a network's tokens. */
export type MarkNetwork = Pick<
  Settings['networks'][number],
  'chainId' | 'wrappedNative' | 'usdToken' | 'nativeSymbol'
>

/**
 * Returns the address whose mark a token of a network has, so that ether and dollars look the same everywhere. Symbols do
 * not decide: anybody can name a token like another.
 */
export function markAddress(network: MarkNetwork, token: Address): Address {
  const hasEther = network.nativeSymbol === 'ETH'
  const wrapped = toAddress(network.wrappedNative)
  if (token === toAddress(network.usdToken)) return dollar
  if (token === wrapped && hasEther) return ether
  // The marker address of native tokens belongs to ether.
  return token === nativeToken && !hasEther ? wrapped : token
}
