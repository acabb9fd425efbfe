import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { List, ListCell, ListLink, ListMain, ListRow } from '@/components/ui/list'
import { PageColumn } from '@/components/ui/page-column'
import { shortAddress } from '@/components/wallet/short-address'
import { orderPill } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import { ExchangeTitle } from './exchange-title'
import { exchangeTexts, typeText } from './row-text'

/** An order of an account, with its network and tokens. */
export type AccountOrder = {
  readonly order: ShownOrder
  readonly network: Network
  readonly sold: ShownToken
  readonly bought: ShownToken
}

type Props = {
  readonly account: Address
  /** Newest first. */
  readonly orders: readonly AccountOrder[]
  /** Unix seconds. */
  readonly nowSeconds: number
}

/** The public list of an account's newest orders. */
export const AccountOrders = ({ account, orders, nowSeconds }: Props) => {
  const t = useTranslations('orders')
  return (
    <PageColumn holds="list">
      <div className="grid gap-1">
        <h1 className="text-h1">{t('account.title', { account: shortAddress(account) })}</h1>
        <p className="font-mono text-code wrap-anywhere text-ink-2">{account}</p>
      </div>
      <List
        label={t('account.title', { account: shortAddress(account) })}
        template="tab:[--columns:minmax(0,1fr)_auto]"
      >
        {orders.map((row) => (
          <AccountOrderRow key={row.order.uid} {...row} nowSeconds={nowSeconds} />
        ))}
      </List>
    </PageColumn>
  )
}

type RowProps = AccountOrder & Pick<Props, 'nowSeconds'>

const AccountOrderRow = ({ order, network, sold, bought, nowSeconds }: RowProps) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const { sellToken, buyToken, createdAt, uid } = order
  const nameToken = (address: Address) => (address === sellToken ? sold : bought)
  const texts = exchangeTexts(words, order, nameToken)
  const pill = orderPill(words, order, { nowSeconds, isCancelling: false })
  return (
    <ListRow>
      <ListMain
        lead={
          <TokenPair network={network} tokens={[{ address: sellToken }, { address: buyToken }]} />
        }
        title={
          <ListLink href={`/orders/${uid}`} className="numeric font-medium">
            <ExchangeTitle {...texts} />
          </ListLink>
        }
        note={
          <>
            {network.title} · {typeText(words, order)} ·{' '}
            <time dateTime={createdAt.toISOString()} className="whitespace-nowrap">
              {words.format.utcMinute(createdAt)} UTC
            </time>
          </>
        }
      />
      <ListCell on="pill">
        <Badge tone={pill.tone} sign={pill.sign}>
          <span className="whitespace-nowrap">{pill.word}</span>
        </Badge>
      </ListCell>
    </ListRow>
  )
}
