'use client'

import { Suspense } from 'react'
import type { ShownToken } from '@/components/orders/token-amount'
import { lazyPart } from '@/components/ui/lazy-part'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

const EditDialog = lazyPart(async () => (await import('./edit-dialog')).EditDialog)

type Props = {
  /** The order being edited. */
  readonly order: ShownOrder | undefined
  readonly owner: Address
  readonly nameToken: (address: Address) => ShownToken
  /** Called with the UID of the replacement. */
  readonly renew: (uid: Hex) => void
  readonly onClose: () => void
}

/** The edit dialog, loaded when first opened. Renders nothing if a token's decimals are unknown. */
export const EditOrder = ({ order, owner, nameToken, renew, onClose }: Props) => {
  if (order === undefined) return null
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  if (sold.decimals === undefined || bought.decimals === undefined) return null
  const decimals = { sold: sold.decimals, bought: bought.decimals }
  return (
    <Suspense fallback={null}>
      <EditDialog
        key={order.uid}
        {...{ order, sold, bought, decimals, owner, onClose }}
        onReplaced={renew}
      />
    </Suspense>
  )
}
