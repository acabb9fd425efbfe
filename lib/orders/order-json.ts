import { type Interaction, noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { Prisma } from '@/prisma/generated/client'
import type { OrderRecord } from './order-record'

type StoredInteraction = Omit<Interaction, 'value'> & { readonly value: string }

/** Builds the JSON columns of an order. Empty values become null, so that most rows store none. */
export function jsonColumns({
  interactions,
  partnerFees,
}: Pick<OrderRecord, 'interactions' | 'partnerFees'>) {
  const isEmpty = interactions.pre.length === 0 && interactions.post.length === 0
  return {
    interactions: isEmpty ? Prisma.DbNull : encodeInteractions(interactions),
    partnerFees: partnerFees.length === 0 ? Prisma.DbNull : [...partnerFees],
  }
}

function encodeInteractions({ pre, post }: OrderInteractions) {
  const encode = (interaction: Interaction): StoredInteraction => ({
    ...interaction,
    value: interaction.value.toString(),
  })
  return { pre: pre.map(encode), post: post.map(encode) }
}

/** Decodes the interactions written by {@link jsonColumns}. */
export function decodeInteractions(json: Prisma.JsonValue): OrderInteractions {
  if (json === null) return noInteractions
  const { pre, post } = json as unknown as Record<'pre' | 'post', StoredInteraction[]>
  const decode = (stored: StoredInteraction): Interaction => ({
    ...stored,
    value: BigInt(stored.value),
  })
  return { pre: pre.map(decode), post: post.map(decode) }
}
