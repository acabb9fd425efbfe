import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { OrderDetails } from './order-details'
import {
  findSchedule,
  listPartsOfSchedule,
  listSchedules,
  type ScheduleSummary,
} from './schedule-query'

/** An owner's scheduled order with its parts, in the sequence of their times. */
export type ScheduleDetails = {
  readonly summary: ScheduleSummary
  readonly parts: readonly OrderDetails[]
}

/** Others may submit presign parts in an owner's name; signed ones come first, so none of those is left out. */
const maxListedParts = 100

type Page = { readonly limit: number; readonly offset: number }

/** Lists a page of an owner's scheduled orders on a network, newest first. */
export function listAccountSchedules(
  ctx: Context,
  { page, ...owner }: { readonly chainId: number; readonly owner: Address; readonly page: Page },
): Promise<ScheduleSummary[]> {
  return listSchedules(ctx.db, { ...owner, ...page })
}

/**
 * Returns an owner's scheduled order of this name on a network, with its parts.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getSchedule(
  ctx: Context,
  key: { readonly chainId: number; readonly owner: Address; readonly id: string },
): Promise<ScheduleDetails> {
  const [summary, parts] = await Promise.all([
    findSchedule(ctx.db, key),
    listPartsOfSchedule(ctx.db, { ...key, limit: maxListedParts }),
  ])
  if (!summary) throw new ServiceError('NotFound', 'Schedule was not found')
  return { summary, parts }
}

/** Builds the API's view of a schedule; the HTTP layer renders amounts and times. */
export function viewSchedule({
  createdAt,
  executedSell,
  executedBuy,
  ...summary
}: ScheduleSummary) {
  const { nextValidFrom, nextSell, lastValidTo, ...common } = summary
  return {
    ...common,
    creationDate: createdAt,
    executedSellAmount: executedSell,
    executedBuyAmount: executedBuy,
    nextValidFrom: nextValidFrom ?? null,
    nextSellAmount: nextSell ?? null,
    validTo: lastValidTo,
  }
}
