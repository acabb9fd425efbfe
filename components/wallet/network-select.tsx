'use client'

import { Check, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'

/** Which network the pages show. */
export const NetworkSelect = () => {
  const t = useTranslations('wallet')
  const { settings, network, selectNetwork } = useSettings()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('select.label')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          variant="quiet"
          aria-label={t('select.current', { network: network.title })}
          className="min-w-0"
        >
          <span className="truncate">{network.title}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </Button>
      }
    >
      <ul className="-m-2 grid">
        {settings.networks.map((served) => (
          <li key={served.chainId}>
            <button
              type="button"
              aria-current={served.chainId === network.chainId ? 'true' : undefined}
              onClick={() => {
                selectNetwork(served.chainId)
                setOpen(false)
              }}
              className="flex min-h-11 w-full items-center gap-2 rounded-well px-3 text-left hover:bg-sunken"
            >
              <span className="flex-1">{served.title}</span>
              {served.embedded ? (
                <span className="text-label text-ink-2">{t('select.embedded')}</span>
              ) : null}
              {served.chainId === network.chainId ? (
                <Check aria-hidden="true" className="size-4 text-primary" />
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
