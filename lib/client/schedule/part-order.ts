import { keccak256, stringToBytes } from 'viem'
import { pageAppData } from '@/lib/client/swap/quote-offer'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import type { PlannedPart } from './plan'
import type { SigningJob } from './signing-job'

/** The order of a part, and its app data document. */
export type PartOrder = { readonly uid: Hex; readonly order: Order; readonly appData: string }

type Terms = Pick<
  SigningJob,
  'schedule' | 'owner' | 'chainId' | 'sellToken' | 'buyToken' | 'referrerCode' | 'parts'
>

/** Builds the order of a part: it pays its owner, and is filled at once or not at all. */
export function partOrder(
  { schedule, owner, chainId, sellToken, buyToken, referrerCode, parts }: Terms,
  part: PlannedPart,
  settlementContract: Address,
): PartOrder {
  const { sellAmount, buyAmount, validFrom, validTo } = part
  const appData = pageAppData(referrerCode, {
    orderClass: { orderClass: 'limit' },
    validFrom,
    schedule: { id: schedule, parts: parts.length },
  })
  const order: Order = {
    ...{ sellToken, buyToken, receiver: owner, sellAmount, buyAmount, validTo },
    appData: keccak256(stringToBytes(appData)),
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
  const digest = hashOrder(orderDomain(chainId, settlementContract), order)
  return { uid: orderUid(digest, owner, validTo), order, appData }
}
