import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import { type CancelOutcome, cancelOutcomeText } from '@/lib/client/orders/cancel-state'
import { type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Props = {
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly outcomes: ReadonlyMap<Hex, CancelOutcome>
}

/** The orders that one signature will cancel. */
export const CancelTargets = ({ orders, nameToken }: Props) => {
  const t = useTranslations('orders')
  return (
    <ul
      aria-label={t('cancel.targets')}
      className="grid max-h-72 overflow-y-auto rounded-well bg-well"
    >
      {orders.map((order) => (
        <li
          key={order.uid}
          className="numeric border-b border-line px-4 py-2.5 text-small last:border-b-0"
        >
          <Exchange order={order} nameToken={nameToken} />
        </li>
      ))}
    </ul>
  )
}

/** The outcome per order, announced to screen readers as it arrives. */
export const CancelResults = ({ orders, nameToken, outcomes }: Props) => {
  const t = useTranslations('orders')
  return (
    <ul aria-label={t('cancel.results')} aria-live="polite" className="grid rounded-well bg-well">
      {orders.map((order) => (
        <li
          key={order.uid}
          className="numeric flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2.5 text-small last:border-b-0"
        >
          <span>
            <Exchange order={order} nameToken={nameToken} />
          </span>
          <Result outcome={outcomes.get(order.uid)} />
        </li>
      ))}
    </ul>
  )
}

const Result = ({ outcome }: { readonly outcome: CancelOutcome | undefined }) => {
  const t = useTranslations('orders')
  return (
    <span className={outcome === 'filled' ? 'font-medium text-surplus' : 'text-ink-2'}>
      {cancelOutcomeText(t, outcome)}
    </span>
  )
}

const Exchange = ({
  order,
  nameToken,
}: Pick<Props, 'nameToken'> & { readonly order: ShownOrder }) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  const sold = tokenAmountText(words, sellLimit(order), nameToken(order.sellToken))
  return `${sold} → ${tokenAmountText(words, order.buyAmount, nameToken(order.buyToken))}`
}
