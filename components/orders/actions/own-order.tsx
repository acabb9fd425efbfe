'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { OnNetwork } from '@/components/app/settings'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { cancelWays, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { CancelListed } from './cancel-listed'
import { EditOrder } from './edit-order'
import { OrderActions } from './order-actions'
import { useCancelOrders } from './use-cancel-orders'

type Props = {
  readonly order: ShownOrder
  readonly chainId: number
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** Actions on the page of an open order once the wallet is loaded: cancel, edit or sign, for its owner. */
export const OwnOrder = ({ chainId, ...shown }: Props) => (
  <OnNetwork chainId={chainId}>
    <Shown {...shown} />
  </OnNetwork>
)

const Shown = (shown: Omit<Props, 'chainId'>) => {
  const { order } = shown
  const t = useTranslations('orders')
  const { account, status, isAllowed } = useWallet()
  const { openConnect } = useConnectDialog()
  const owner = order.placement?.sender ?? order.owner
  if (account === undefined) {
    return (
      <Button className="justify-self-start" busy={status === 'connecting'} onClick={openConnect}>
        {t('own.connect')}
      </Button>
    )
  }
  if (cancelWays(order, account).length === 0) {
    return <p className="text-small text-ink-2">{t('own.other', { owner: shortAddress(owner) })}</p>
  }
  return isAllowed ? <Actions {...shown} account={account} /> : <WalletNotAllowed />
}

type ActionsProps = Omit<Props, 'chainId'> & { readonly account: Address }

const Actions = ({ order, sold, bought, account }: ActionsProps) => {
  const router = useRouter()
  const [isEdited, setIsEdited] = useState(false)
  const orders = useMemo(() => [order], [order])
  const renew = () => router.refresh()
  const cancellations = useCancelOrders({ owner: account, orders, renew, isLasting: false })
  const nameToken = (token: Address) => (token === order.sellToken ? sold : bought)
  const [way] = cancelWays(order, account)
  const follow = (uid: Hex) => router.push(`/orders/${uid}${location.search}`)
  return (
    <div className="flex flex-wrap gap-2">
      <OrderActions
        {...{ order, owner: account, nameToken, isAllowed: true }}
        isCancelling={cancellations.state.requested.has(order.uid)}
        onCancel={() => way && cancellations.open([order.uid], way)}
        onEdit={() => setIsEdited(true)}
      />
      <EditOrder
        order={isEdited ? order : undefined}
        {...{ owner: account, nameToken }}
        renew={follow}
        onClose={() => setIsEdited(false)}
      />
      <CancelListed owner={account} {...{ orders, nameToken, cancellations }} />
    </div>
  )
}
