'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'

type Props = {
  readonly count: number
  /** Of those that can be selected. */
  readonly all: number
  /** The network of the selected orders, in a list of several. */
  readonly chainId: number | undefined
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onCancel: () => void
}

/** Floats above the end of the list while orders are selected. */
export const BulkBar = ({ count, all, chainId, onSelectAll, onClear, onCancel }: Props) => {
  const t = useTranslations('orders')
  const { networks } = useSettings().settings
  const network = networks.find((each) => each.chainId === chainId)
  return (
    <section
      aria-label={t('list.selection')}
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex w-full max-w-160 animate-pop flex-wrap items-center gap-x-4 gap-y-1 rounded-btn border border-card-edge bg-raised p-2 pl-4 shadow-pop tab:pl-6 nav:bottom-6"
    >
      <p role="status" className="numeric text-small font-semibold">
        {t('list.selected', { count })}
      </p>
      <p className="text-small text-ink-2 max-tab:hidden">
        {network
          ? t('list.onNetwork', { network: network.title })
          : t('list.oneSignature', { count })}
      </p>
      <span className="ml-auto flex items-center gap-1">
        {count < all ? (
          <Button variant="quiet" onClick={onSelectAll} className="max-tab:hidden">
            {t('list.selectAll')}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onClear}>
          {t('list.clear')}
        </Button>
        <Button variant="danger" onClick={onCancel}>
          {t('list.cancelSelected', { count })}
        </Button>
      </span>
    </section>
  )
}
