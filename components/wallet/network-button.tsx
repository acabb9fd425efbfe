import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { Settings } from '@/lib/api/docs/pages'
import { NetworkGlyph } from './network-glyph'

type Network = Settings['networks'][number]

type Props = ComponentProps<typeof Button> & { readonly network: Network | undefined }

/** The header button that shows the selected network and opens the selection. */
export const NetworkButton = ({ network, ...button }: Props) => {
  const t = useTranslations('wallet')
  return (
    <Button className="min-w-0 max-tab:gap-1! max-tab:px-2! tab:px-3" {...button}>
      <NetworkGlyph network={network} />
      <span className="sr-only">{t('select.label')}:</span>
      <span className="min-w-0 truncate leading-6">{network?.title}</span>
      {/* Says that nothing here is real: the name is cut short before it. */}
      <span className="flex shrink-0 max-tab:*:px-1.5">
        <NetworkTag network={network} />
      </span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-2 max-[23.4rem]:hidden" />
    </Button>
  )
}

/** "Demo" for a network that this instance runs itself, "Testnet" for another whose tokens are worth nothing. */
export const NetworkTag = ({ network }: Pick<Props, 'network'>) => {
  const t = useTranslations('wallet')
  const tag = tagOf(network)
  return tag === undefined ? null : <Badge>{t(`select.${tag}`)}</Badge>
}

function tagOf(network: Network | undefined): 'demo' | 'testnet' | undefined {
  if (network?.embedded) return 'demo'
  return network?.realMoney === false ? 'testnet' : undefined
}
