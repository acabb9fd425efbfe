import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Detail, DetailList } from '@/components/ui/detail-list'
import type { FeePolicyJson } from '@/lib/chain-events/executed-fee'
import type { OrderCosts as Costs } from '@/lib/orders/order-costs'
import { type ShownToken, tokenAmountText } from './token-amount'

type Props = {
  readonly costs: Costs
  /** The token fees are charged in. */
  readonly token: ShownToken
  /** The sell token, in which a signed fee is charged. */
  readonly sold: ShownToken
}

/** An order's network cost and fees, itemised with their total. */
export const OrderCosts = ({ costs, token, sold }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const text = (atoms: bigint, of = token) => tokenAmountText({ t, format }, atoms, of)
  const { network, fees, otherFees, total, signedFee } = costs
  return (
    <DetailList>
      {signedFee > 0n ? <Detail name={t('costs.signed')}>{text(signedFee, sold)}</Detail> : null}
      {network === undefined ? null : <Detail name={t('costs.network')}>{text(network)}</Detail>}
      {fees.map(({ to, recipient, policy, amount }) => {
        const way = policyText({ t, format }, policy)
        return (
          <Detail key={`${recipient} ${way}`} name={`${t(`costs.${to}`)} (${way})`}>
            {text(amount)}
          </Detail>
        )
      })}
      {otherFees > 0n ? <Detail name={t('costs.earlier')}>{text(otherFees)}</Detail> : null}
      <Detail name={t('costs.total')}>{text(total)}</Detail>
    </DetailList>
  )
}

type Words = Parameters<typeof tokenAmountText>[0]

/** The basis of a fee: "0.3% of the volume". */
function policyText({ t, format }: Words, policy: FeePolicyJson): string {
  const percent = (factor: number) =>
    format.number(factor, { style: 'percent', maximumFractionDigits: 4 })
  if ('volume' in policy) return t('costs.ofVolume', { part: percent(policy.volume.factor) })
  const [kind, { factor, maxVolumeFactor }] =
    'surplus' in policy
      ? (['ofSurplus', policy.surplus] as const)
      : (['ofImprovement', policy.priceImprovement] as const)
  return t(`costs.${kind}`, { part: percent(factor), most: percent(maxVolumeFactor) })
}
