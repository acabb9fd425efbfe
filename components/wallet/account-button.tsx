import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { AccountMark } from '@/components/tokens/token-mark'
import { Button } from '@/components/ui/button'
import { shortAddress } from './short-address'

type AccountProps = ComponentProps<typeof Button> & {
  readonly account: string
  /** The account's own name, once it is known. */
  readonly name?: string | undefined
  /** Whether the wallet is on a different network than the pages. */
  readonly isElsewhere?: boolean
}

/** The header button that shows the connected account and opens its menu. */
export const AccountButton = ({ account, name, isElsewhere = false, ...button }: AccountProps) => {
  const t = useTranslations('wallet')
  const named = { account: name ?? shortAddress(account) }
  return (
    <Button
      aria-label={isElsewhere ? t('network.elsewhere', named) : t('menu.account', named)}
      className="max-tab:px-2.5"
      {...button}
    >
      {isElsewhere ? <TriangleAlert aria-hidden="true" className="size-4 text-warn" /> : null}
      <AccountMark account={account} />
      {/* A name takes the room of the address that was there before. */}
      <span className="hidden w-[11ch] truncate font-mono text-small whitespace-nowrap tab:inline-block nav:hidden shell:inline-block">
        {named.account}
      </span>
    </Button>
  )
}

type ConnectProps = ComponentProps<typeof Button> & { readonly isConnecting?: boolean }

/** The header button shown while no account is connected. */
export const ConnectButton = ({ isConnecting = false, ...button }: ConnectProps) => {
  const t = useTranslations('wallet')
  return (
    <Button busy={isConnecting} data-connect="" className="max-tab:px-3" {...button}>
      <span>
        {t.rich(isConnecting ? 'menu.connecting' : 'menu.connect', {
          more: (chunks) => <span className="sr-only tab:not-sr-only">{chunks}</span>,
        })}
      </span>
    </Button>
  )
}
