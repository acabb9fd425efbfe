import { hashAppData } from '@/lib/app-data/app-data-document'
import { saveAppData } from '@/lib/app-data/app-data-store'
import type { PartnerFee } from '@/lib/app-data/metadata'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SolverStage } from './solver-fixture'

type Terms = Parameters<SolverStage['place']>[1]

/** Places an order of a test account whose app data states these partner fees. */
export async function placeCharged(
  { ctx, place }: Pick<SolverStage, 'ctx' | 'place'>,
  account: number,
  { partnerFees, ...terms }: Terms & { readonly partnerFees: readonly PartnerFee[] },
): Promise<NewOrder> {
  const text = JSON.stringify({ metadata: { partnerFee: partnerFees } })
  const appData = hashAppData(text)
  await saveAppData(ctx.db, { hash: appData, text, at: new Date() })
  const order = await place(account, { ...terms, appData })
  const data = { partnerFees: partnerFees.map((fee) => ({ ...fee })) }
  await ctx.db.order.update({ where: { uid: order.uid }, data })
  return order
}
