'use client'

import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { tokenHref, tradeHref } from '@/components/tokens/token-link'
import { TokenMark } from '@/components/tokens/token-mark'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import {
  allowanceText,
  claimText,
  type Holding,
  type NamedHolding,
  shortageText,
  writerOf,
} from '@/lib/client/portfolio/portfolio'
import { type Address, asErc20, nativeToken, toAddress } from '@/lib/core/address'
import { useIsRevoking } from './use-is-revoking'

type Props = {
  readonly owner: Address
  readonly holding: Holding
  readonly symbol: string
  /** Omitted if the wallet may not sign on this network. */
  readonly onRevoke?: () => void
}

/** One token of an account: balance, USD value, vault relayer allowance and open order amounts. */
export const HoldingRow = ({ owner, holding, symbol, onRevoke }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { network } = useSettings()
  const { token, balance, usd, decimals } = holding
  const named = { token, symbol, decimals }
  const wrappedNative = toAddress(network.wrappedNative)
  const name = token === nativeToken ? t('row.native') : (holding.name ?? '')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-b border-line p-4 last:border-b-0 tab:grid-cols-[minmax(0,1fr)_11rem_13rem_auto]">
      <div className="flex min-w-0 items-center gap-3">
        <TokenMark network={network} token={{ address: token }} />
        <div className="min-w-0">
          <Link
            href={tokenHref(network.name, asErc20(token, { wrappedNative }))}
            prefetch={false}
            className="font-medium underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2"
          >
            {symbol}
          </Link>
          <p className="truncate text-small text-ink-2">{name}</p>
        </div>
      </div>
      <div className="numeric justify-self-end text-right">
        <p className="font-medium wrap-anywhere">
          {balance === undefined ? t('row.noAnswer') : writerOf(t, format)(balance, named)}
        </p>
        <p className="text-small text-ink-2">
          {balance ? (usd === undefined ? t('row.noPrice') : format.usd(usd)) : ''}
        </p>
      </div>
      <div className="col-span-full flex items-center gap-2 tab:contents">
        <Allowance {...{ owner, holding, named }} {...(onRevoke && { onRevoke })} />
        <Link
          href={tradeHref({ network: network.name, token }, 'sell')}
          prefetch={false}
          className={`${buttonClass({ size: 'small' })} ml-auto justify-self-end`}
          aria-label={t('row.swapToken', { symbol })}
        >
          {t('row.swap')}
        </Link>
      </div>
      <Claims {...{ holding, named }} />
    </li>
  )
}

type PartProps = { readonly holding: Holding; readonly named: NamedHolding }

type AllowanceProps = PartProps & Pick<Props, 'owner' | 'onRevoke'>

const Allowance = ({ owner, holding, named, onRevoke }: AllowanceProps) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { token, allowance } = holding
  const isRevoking = useIsRevoking({ owner, token }, allowance)
  if (token === nativeToken) return <p className="text-small text-ink-2">{t('row.noNeed')}</p>
  if (!allowance) return <p className="text-small text-ink-2">{t('row.noAllowance')}</p>
  return (
    <div className="flex items-center justify-between gap-2 text-small">
      <p className="min-w-0">
        <span className="text-label text-ink-2">{t('row.allowance')}</span>
        <br />
        <span className="numeric wrap-anywhere">
          {allowanceText(t, format, { allowance, token: named })}
        </span>
      </p>
      {onRevoke ? (
        <Button size="small" variant="quiet" onClick={onRevoke}>
          <span>
            {t.rich(isRevoking ? 'row.revoking' : 'row.revoke', {
              symbol: named.symbol,
              hidden: (chunks) => <span className="sr-only">{chunks}</span>,
            })}
          </span>
        </Button>
      ) : null}
    </div>
  )
}

/** The amount that open orders may still take, as a share of the balance. */
const Claims = ({ holding, named }: PartProps) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const claimed = { ...holding, token: named }
  const text = claimText(t, format, claimed)
  const { claim, balance = 0n } = holding
  if (!text || !claim) return null
  const warning = shortageText(t, format, claimed)
  const part =
    balance === 0n || claim.atoms > balance ? 100 : Number((claim.atoms * 100n) / balance)
  return (
    <div className="col-span-full grid gap-1.5 text-small">
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-1.5 w-full rounded-full bg-sunken"
      >
        <rect
          width={Math.max(part, 1)}
          height="1"
          className={warning ? 'fill-warn' : 'fill-primary'}
        />
      </svg>
      <p className="numeric text-ink-2">{text}</p>
      {warning ? (
        <p className="flex gap-2 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t.rich('row.warning', {
              text: warning,
              hidden: (chunks) => <span className="sr-only">{chunks}</span>,
            })}
          </span>
        </p>
      ) : null}
    </div>
  )
}
