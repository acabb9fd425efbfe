import { ServiceError } from '@/lib/core/errors'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SchedulePart } from '@/lib/orders/queries/schedule-part-query'

/** Maximum number of parts of a schedule, whatever became of them. Spec of `metadata.schedule`. */
export const maxScheduleParts = 50

/** Maximum number of schedules of one owner and network with an open part. */
export const maxOpenSchedules = 10

/** An order to place, if it is a part of a schedule. */
type NewPart = Pick<
  NewOrder,
  'uid' | 'schedule' | 'validFrom' | 'sellToken' | 'buyToken' | 'kind' | 'signingScheme'
>

/**
 * Returns the stored parts that restrict an order. A consenting owner is not restricted by parts that await their
 * signature, since anyone may have submitted them.
 */
export function restrictingParts(
  order: Pick<NewPart, 'signingScheme'>,
  parts: readonly SchedulePart[],
  isPresigned: boolean,
): readonly SchedulePart[] {
  const hasConsent = order.signingScheme !== 'presign' || isPresigned
  return hasConsent ? parts.filter(({ signed }) => signed) : parts
}

/**
 * Rejects a part that does not fit its schedule, or that begins one schedule too many. `parts` are those of
 * {@link restrictingParts}, of all schedules of the owner.
 *
 * @throws {ServiceError} InvalidSchedule, TooManyLimitOrders.
 */
export function checkSchedule(order: NewPart, parts: readonly SchedulePart[]): void {
  const { schedule, uid } = order
  if (schedule === undefined) return
  const siblings = parts.filter((part) => part.schedule === schedule && part.uid !== uid)
  checkTerms(order, siblings)
  if (siblings.some(({ validFrom }) => validFrom === order.validFrom)) {
    throw invalid(
      `the schedule ${schedule} has a part with metadata.validFrom ${order.validFrom} already; give this part another time`,
    )
  }
  if (siblings.length >= maxScheduleParts) {
    throw invalid(
      `the schedule ${schedule} has ${siblings.length} parts, at most ${maxScheduleParts} are allowed; begin another schedule`,
    )
  }
  const open = new Set(parts.filter(({ isOpen }) => isOpen).map((part) => part.schedule))
  if (open.has(schedule) || open.size < maxOpenSchedules) return
  throw new ServiceError(
    'TooManyLimitOrders',
    `the owner has ${open.size} open schedules, at most ${maxOpenSchedules} are allowed; cancel one first`,
  )
}

function checkTerms(order: NewPart, siblings: readonly SchedulePart[]): void {
  const other = siblings.find(
    ({ sellToken, buyToken, kind }) =>
      order.sellToken !== sellToken || order.buyToken !== buyToken || order.kind !== kind,
  )
  if (!other) return
  throw invalid(
    `the parts of the schedule ${order.schedule} are ${other.kind} orders of ${other.sellToken} for ${other.buyToken}; name another schedule`,
  )
}

function invalid(description: string): ServiceError {
  return new ServiceError('InvalidSchedule', description)
}
