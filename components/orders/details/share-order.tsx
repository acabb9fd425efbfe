'use client'

import { Share } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import type { LinkedAmounts } from '@/lib/client/orders/order-href'
import type { Hex } from '@/lib/core/bytes'

const ShareDialog = lazyPart(async () => (await import('./share-dialog')).ShareDialog)

type Props = {
  readonly uid: Hex
  /** Titles of the order with and without its amounts. */
  readonly titles: Readonly<Record<LinkedAmounts, string>>
  /** Whether the page shows the amounts: the first choice for the link. */
  readonly amounts: LinkedAmounts
}

/** Opens the dialog that shares an order; its code loads on the first input. */
export const ShareOrder = (props: Props) => {
  const t = useTranslations('orders')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Share aria-hidden="true" className="size-4" />
        {t('share.act')}
      </Button>
      <OnceOpen isOpen={isOpen}>
        <ShareDialog {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      </OnceOpen>
    </>
  )
}
