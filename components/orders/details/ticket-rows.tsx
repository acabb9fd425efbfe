import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import {
  gainPercentText,
  gainText,
  priceText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Detail, DetailList } from '@/components/ui/detail-list'
import type { FeePolicyJson } from '@/lib/chain-events/executed-fee'
import { orderPrices } from '@/lib/client/orders/order-prices'
import { hasFills, sellLimit } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/usd-value'
import { missingText } from '@/lib/core/format/number-text'
import type { ReceiptFacts } from './receipt-facts'

/** The prices of an order, its costs and its transaction, in rows. */
export const TicketRows = (facts: ReceiptFacts) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const { order, offer, sold, bought, trades, network, amounts } = facts
  const prices = orderPrices(order, offer)
  const { limit, quoted, vsLimit } = prices
  const token = order.kind === 'sell' ? bought : sold
  const [trade] = trades
  const isShown = amounts === 'shown'
  const price = (sell: bigint, buy: bigint) =>
    priceText(words, { atoms: sell, token: sold }, { atoms: buy, token: bought }) ?? missingText
  return (
    <DetailList place="ticket">
      {hasFills(order) ? (
        <Detail name={t('receipt.executedPrice')}>
          {price(order.executedSell, order.executedBuy)}
        </Detail>
      ) : null}
      <Detail name={t('receipt.limitPrice')}>{price(sellLimit(order), order.buyAmount)}</Detail>
      {quoted === undefined || vsLimit === undefined ? null : (
        <Detail
          name={t('surplus.vsLimit')}
          note={isShown ? gainPercentText(words, { gain: vsLimit, over: limit }) : undefined}
        >
          {isShown
            ? gainText(words, { gain: vsLimit, token })
            : gainPercentText(words, { gain: vsLimit, over: limit })}
        </Detail>
      )}
      {isShown ? <Costs {...facts} /> : null}
      {trades.length === 1 && trade ? (
        <Detail name={t('trades.transaction')}>
          <span className="-my-3 inline-block">
            <TransactionLink network={network.name} hash={trade.txHash} />
          </span>
        </Detail>
      ) : null}
    </DetailList>
  )
}

type CostsProps = Pick<ReceiptFacts, 'order' | 'costs' | 'dollars' | 'sold' | 'bought'>

/** Network costs and fees, each in dollars if known; all of them are included in the amounts. */
const Costs = ({ order, costs, dollars, sold, bought }: CostsProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  if (costs === undefined) return null
  const { network, fees, otherFees, signedFee } = costs
  const ofSell = { token: sold, usd: dollars.sold }
  const feeToken = order.kind === 'sell' ? { token: bought, usd: dollars.bought } : ofSell
  const text = (atoms: bigint, { token, usd }: { token: ShownToken; usd: number | undefined }) => {
    const { decimals } = token
    const value = usdValue(atoms, decimals === undefined ? undefined : { decimals }, usd)
    return value === undefined ? tokenAmountText({ t, format }, atoms, token) : format.usd(value)
  }
  return (
    <>
      {network === undefined ? null : (
        <Detail name={t('costs.network')} note={t('costs.included')}>
          {text(network, feeToken)}
        </Detail>
      )}
      {signedFee > 0n ? (
        <Detail name={t('costs.signed')} note={t('costs.included')}>
          {text(signedFee, ofSell)}
        </Detail>
      ) : null}
      {fees.map(({ to, recipient, policy, amount }) => {
        const way = policyText({ t, format }, policy)
        return (
          <Detail key={`${recipient} ${way}`} name={t(`costs.${to}`)} note={way}>
            {text(amount, feeToken)}
          </Detail>
        )
      })}
      {otherFees > 0n ? (
        <Detail name={t('costs.earlier')} note={t('costs.included')}>
          {text(otherFees, feeToken)}
        </Detail>
      ) : null}
    </>
  )
}

type Words = Parameters<typeof tokenAmountText>[0]

/** The basis of a fee: "0.30% of the volume". */
function policyText({ t, format }: Words, policy: FeePolicyJson): string {
  const percent = (factor: number) => format.percent(factor)
  if ('volume' in policy) return t('costs.ofVolume', { part: percent(policy.volume.factor) })
  const [kind, { factor, maxVolumeFactor }] =
    'surplus' in policy
      ? (['ofSurplus', policy.surplus] as const)
      : (['ofImprovement', policy.priceImprovement] as const)
  return t(`costs.${kind}`, { part: percent(factor), most: percent(maxVolumeFactor) })
}
