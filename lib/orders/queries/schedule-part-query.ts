import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderKind } from '@/lib/core/order'
import type { Transaction } from '@/lib/db/database'
import type { OwnerKey } from '@/lib/orders/order-lock-store'

/** A stored part of a scheduled order. */
export type SchedulePart = {
  readonly uid: Hex
  readonly schedule: string
  readonly sellToken: Address
  readonly buyToken: Address
  readonly kind: OrderKind
  /** Unix seconds. */
  readonly validFrom: number
  readonly isOpen: boolean
  /** Whether the owner consents to it; anyone can submit a presign order in another's name. */
  readonly signed: boolean
  readonly isOutOfMarket: boolean
}

type Wanted = {
  readonly owners: readonly OwnerKey[]
  /** Schedules whose ended parts are listed as well. */
  readonly schedules: readonly string[]
  readonly nowSeconds: number
}

/**
 * Lists the open parts of all schedules of owners, and the ended parts of the named ones. Lock the owners first, so that
 * the list stays valid until the transaction ends.
 */
export async function listScheduleParts(
  tx: Transaction,
  { owners, schedules, nowSeconds }: Wanted,
): Promise<(SchedulePart & OwnerKey)[]> {
  const rows = await tx.$queryRaw<(SchedulePart & OwnerKey & { readonly validFrom: bigint })[]>`
    SELECT o.uid, o.chain_id AS "chainId", o.owner, o.schedule, o.sell_token AS "sellToken",
      o.buy_token AS "buyToken", o.kind::text AS kind, o.valid_from AS "validFrom", o.signed,
      o.status = 'open' AND o.true_valid_to >= ${BigInt(nowSeconds)} AS "isOpen",
      q.order_uid IS NULL OR (o.sell_amount + o.fee_amount) * q.buy_amount
        < (q.sell_amount + q.fee_amount) * o.buy_amount AS "isOutOfMarket"
    FROM unnest(${owners.map(({ owner }) => owner)}::text[], ${owners.map(({ chainId }) => chainId)}::int[])
      AS k (owner, chain_id)
    JOIN orders o ON o.owner = k.owner AND o.chain_id = k.chain_id AND o.schedule IS NOT NULL
      AND (o.status = 'open' OR o.schedule = ANY (${[...new Set(schedules)]}::text[]))
    LEFT JOIN order_quotes q ON q.order_uid = o.uid`
  return rows.map((row) => ({ ...row, validFrom: Number(row.validFrom) }))
}
