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
      shape="menu"
      open={open}
      onOpenChange={setOpen}
      trigger={<NetworkButton network={network} />}
    >
      <ul className="grid">
        {settings.networks.map((served) => (
          <li key={served.chainId}>
            <button
              type="button"
              aria-current={served.chainId === network.chainId ? 'true' : undefined}
              onClick={() => {
                selectNetwork(served.chainId)
                setOpen(false)
              }}
              className="flex min-h-11 w-full items-center gap-2 rounded-lg px-2 text-left hover:bg-sunken"
            >
              <NetworkGlyph network={served} />
              <span className="flex-1">{served.title}</span>
              {/* In the dark theme, a tag's own background is that of the panel. */}
              <span className="flex dark:*:bg-surface">
                <NetworkTag network={served} />
              </span>
              {/* Its room is kept in every row, so that the tags are aligned. */}
              <span className="size-4">
                {served.chainId === network.chainId ? (
                  <Check aria-hidden="true" className="size-4 text-primary" />
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {network.embedded ? (
        // The rows alone determine the width, so that the menu fits below its button on a phone.
        <p className="mt-1.5 w-0 min-w-full border-t border-line px-2 pt-2.5 pb-1.5 text-label text-ink-2">
          {t('select.demoText')}
        </p>
      ) : null}
    </Popover>
  )
}
