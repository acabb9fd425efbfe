import { useTranslations } from 'next-intl'
import { tokenHref } from '@/components/tokens/token-link'
import { TokenMark } from '@/components/tokens/token-mark'
import { ListLink, ListMain } from '@/components/ui/list'
import { NetworkGlyph } from '@/components/wallet/network-glyph'
import { asErc20, toAddress } from '@/lib/core/address'
import type { PlacedToken } from './placed-token'

/** The first cell of a row: a token with its network, linked to its page. */
export const NetworkToken = ({ network, holding, symbol }: Omit<PlacedToken, 'named'>) => {
  const t = useTranslations('portfolio')
  const { token, name } = holding
  const wrappedNative = toAddress(network.wrappedNative)
  return (
    <ListMain
      lead={
        <span className="relative">
          <TokenMark network={network} token={{ address: token }} />
          <span className="absolute -right-1 -bottom-1 grid size-4.5 place-items-center rounded-full border border-card-edge bg-surface [&>svg]:block! [&>svg]:size-2.5">
            <NetworkGlyph network={network} />
          </span>
        </span>
      }
      title={
        <ListLink
          href={tokenHref(network.name, asErc20(token, { wrappedNative }))}
          title={name}
          aria-label={t('row.on', { symbol, network: network.title })}
        >
          {symbol}
        </ListLink>
      }
      note={network.title}
    />
  )
}
