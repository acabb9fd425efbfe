'use client'

import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Detail, DetailList } from '@/components/ui/detail-list'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type ShownOrder, sellLimit } from './shown-order'
import { localText } from './time-text'
import { type ShownToken, tokenAmountText } from './token-amount'
import { type CancelProgress, useCancelOrder } from './use-cancel-order'

type Props = {
  /** The order that is asked about; undefined keeps the dialog closed. */
  readonly order: ShownOrder | undefined
  readonly nameToken: (address: Address) => ShownToken
  readonly onClose: () => void
  /** The service took the cancellation, or knew better how the order ended. */
  readonly onAccepted: (uid: Hex) => void
}

const labels: Record<CancelProgress, string> = {
  idle: 'Sign cancellation',
  signing: 'Confirm in your wallet',
  sending: 'Cancelling…',
}

/** Asks before an order is cancelled, and sees the cancellation through. */
export const CancelDialog = ({ order, nameToken, onClose, onAccepted }: Props) => {
  const { progress, failure, reset, cancel } = useCancelOrder()
  const close = () => {
    reset()
    onClose()
  }
  const run = async () => {
    if (!order || !(await cancel(order))) return
    onAccepted(order.uid)
    close()
  }
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      title="Cancel this order?"
      description="Free: a signature, no transaction. A solver may already have picked the order; then it is filled."
      labels={{ act: labels[progress], keep: 'Keep order' }}
      busy={progress !== 'idle'}
      onAct={() => void run()}
      onClose={close}
      failure={failure && { title: failure.title, text: failure.next }}
    >
      {order === undefined ? null : <Terms order={order} nameToken={nameToken} />}
    </ConfirmDialog>
  )
}

type TermsProps = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
}

const Terms = ({ order, nameToken }: TermsProps) => (
  <DetailList>
    <Detail name={order.kind === 'sell' ? 'You pay' : 'You pay at most'}>
      {tokenAmountText(sellLimit(order), nameToken(order.sellToken))}
    </Detail>
    <Detail name={order.kind === 'sell' ? 'You receive at least' : 'You receive'}>
      {tokenAmountText(order.buyAmount, nameToken(order.buyToken))}
    </Detail>
    <Detail name="Expires by itself">
      {localText(new Date(order.validTo * 1000), new Date())}
    </Detail>
  </DetailList>
)
