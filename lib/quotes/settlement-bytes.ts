import { byteLength } from '@/lib/core/bytes'
import type { Interaction, OrderInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'

// Bytes of a settlement's unsigned transaction, for networks that charge for them. `encodeSettlement` uses words of 32
// bytes. `settlement-bytes.test.ts` compares the estimates with encoded settlements.

/** The transaction's other fields, the selector, the heads and lengths of the arguments, and the auction id. */
export const settlementBytes = 500n

/** A trade with a 65-byte signature, and two tokens with their prices. */
export const tradeBytes = 640n

/** Padded bytes of a 65-byte signature, which {@link tradeBytes} includes. */
const plainSignature = 96n

const padded = (bytes: number) => BigInt(Math.ceil(bytes / 32) * 32)

/** Bytes of an interaction: target, value, two offsets, and the length of its calldata. */
const interactionHead = 160n

/** The unwrapping of the native token: one word of calldata besides the selector. */
export const unwrapBytes = interactionHead + 64n

/** A fee transfer, and the prices of the trade that pays it: two words of calldata and four of prices. */
export const payoutBytes = interactionHead + 96n + 128n

/** Bytes that an order's hooks add. */
export function interactionBytes({ pre, post }: OrderInteractions): bigint {
  const bytesOf = ({ callData }: Interaction) => interactionHead + padded(byteLength(callData))
  return [...pre, ...post].reduce((sum, interaction) => sum + bytesOf(interaction), 0n)
}

/** Bytes by which a signature exceeds a plain one; a contract signature follows the 20 bytes of its owner. */
export function signatureBytes({
  signingScheme,
  signature,
}: Pick<SignedOrder, 'signingScheme' | 'signature'>): bigint {
  if (signingScheme !== 'eip1271') return 0n
  const bytes = padded(20 + byteLength(signature))
  return bytes > plainSignature ? bytes - plainSignature : 0n
}
