import type { Hex } from '@/lib/core/bytes'
import { fetchOrder, type Submission, storeAppData, submitOrder } from './api'
import type { CallOptions } from './call'
import { ApiError } from './request'

/** An order that its owner has consented to, under the uid that its terms give it. */
export type ConsentedOrder = { readonly uid: Hex; readonly submission: Submission }

/**
 * Submits an order, unless the service has it already, also where an answer was lost or not waited for; a document that
 * it does not take with the order is given to it once on its own.
 *
 * @throws {ApiError} for any refusal of an order that the service does not have; the reason of the signal.
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
