'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { TokenMark } from '@/components/tokens/token-mark'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import type { BalanceOf } from './use-balances'
import type { Tokens } from './use-tokens'

/** Props of the token selector. */
export type TokenPickerProps = {
  /** Accessible label, such as "Token you pay". */
  readonly label: string
  readonly tokens: Tokens
  /** Balances newer than the list's, if any. */
  readonly balanceOf: BalanceOf
  readonly selected: Token | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onSelect: (token: Address) => void
}

const TokenDialog = lazyPart(async () => (await import('./token-dialog')).TokenDialog)

/** A button with the selected token, and the dialog that changes it. */
export const TokenPicker = (props: TokenPickerProps) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { label, tokens, selected, open, onOpenChange } = props
  const text = selected?.symbol ?? t('picker.select')
  // The skeleton is as wide as a token. "Select a token" is wider, and would wrap the amount at 375 px.
  const isLoading = !selected && tokens.status === 'loading'
  return (
    <>
      <Button
        size="pill"
        variant={selected || isLoading ? 'secondary' : 'primary'}
        aria-label={`${label}: ${text}`}
        aria-haspopup="dialog"
        onClick={() => onOpenChange(true)}
        className={selected || isLoading ? undefined : 'pl-4'}
      >
        {selected ? <TokenMark network={network} token={selected} size={24} /> : null}
        {isLoading ? <Skeleton className="h-6 w-20" /> : text}
        <ChevronDown aria-hidden="true" className="size-4" />
      </Button>
      <OnceOpen isOpen={open}>
        <TokenDialog {...props} />
      </OnceOpen>
    </>
  )
}
