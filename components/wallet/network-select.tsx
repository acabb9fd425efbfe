'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { Popover } from '@/components/ui/popover'
import { NetworkButton, NetworkTag } from './network-button'
import { NetworkGlyph } from './network-glyph'

type Props = {
  /** Whether the list is initially open. */
  readonly startsOpen?: boolean
}

/** Selects the network of the pages. */
export const NetworkSelect = ({ startsOpen = false }: Props) => {
  const t = useTranslations('wallet')
  const { settings, network, selectNetwork } = useSettings()
  const [open, setOpen] = useState(startsOpen)
  return (
    <Popover
      label={t('select.label')}
      open={open}
      onOpenChange={setOpen}
      trigger={<NetworkButton network={network} />}
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
              <NetworkGlyph network={served} />
              <span className="flex-1">{served.title}</span>
              <NetworkTag network={served} />
              {served.chainId === network.chainId ? (
                <Check aria-hidden="true" className="size-4 text-primary" />
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {network.embedded ? (
        <p className="mt-4 max-w-64 border-t border-line pt-3 text-label text-ink-2">
          {t('select.demoText')}
        </p>
      ) : null}
    </Popover>
  )
}
