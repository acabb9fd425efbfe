import type { Hex } from '@/lib/core/bytes'
import { fetchOrder, type Submission, storeAppData, submitOrder } from './api'
import type { CallOptions } from './call'
import { ApiError } from './request'

/** An authorised order, with the uid that follows from its terms. */
export type ConsentedOrder = { readonly uid: Hex; readonly submission: Submission }

/**
 * Submits an order unless the service has it already, even if an earlier answer was lost or not awaited. A document
 * rejected as part of the order is uploaded once separately.
 * @throws {ApiError} if the order is rejected and the service does not have it; the reason of the signal.
 */
export async function ensureOrder(
  network: string,
  { uid, submission }: ConsentedOrder,
  options: CallOptions = {},
): Promise<void> {
  const submit = () => submitOrder(network, submission, options)
  try {
    await submit()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'InvalidAppData') {
      const { appData, order } = submission
      await storeAppData(network, { appData, appDataHash: order.appData }, options)
      await submit()
      return
    }
    const isTaken = code === 'DuplicatedOrder' || (await hasOrder(network, uid, options))
    if (!isTaken) throw error
  }
}

function hasOrder(network: string, uid: Hex, { transport }: CallOptions): Promise<boolean> {
  return fetchOrder(network, uid, { tries: 1, ...(transport && { transport }) }).then(
    () => true,
    () => false,
  )
}
