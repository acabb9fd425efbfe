'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Monogram } from '@/components/ui/monogram'
import { amountText } from '@/lib/client/amount-text'
import { searchTokens, type Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import type { BalanceOf } from './use-balances'
import type { Tokens } from './use-tokens'

type Props = {
  /** What the token is chosen for, such as "Token you pay". */
  readonly label: string
  readonly tokens: Tokens
  readonly balanceOf: BalanceOf
  readonly selected: Token | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onSelect: (token: Address) => void
}

/** The button that shows a token, and the dialog in which another is chosen. */
export const TokenPicker = (props: Props) => {
  const { label, selected, open, onOpenChange } = props
  const name = selected ? `${label}: ${selected.symbol}` : `${label}: none`
  return (
    <>
      <Button
        size="pill"
        variant={selected ? 'secondary' : 'primary'}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => onOpenChange(true)}
        className={selected ? undefined : 'pl-4'}
      >
        {selected ? <Monogram text={selected.symbol} size="small" /> : null}
        {selected?.symbol ?? 'Select a token'}
        <ChevronDown aria-hidden="true" className="size-4" />
      </Button>
      <Dialog open={open} onOpenChange={onOpenChange}>
        <DialogContent title={label} height="full">
          <TokenList {...props} />
        </DialogContent>
      </Dialog>
    </>
  )
}

const TokenList = ({ label, tokens, balanceOf, selected, onOpenChange, onSelect }: Props) => {
  const [query, setQuery] = useState('')
  return (
    <Combobox
      label={label}
      placeholder="Name, symbol or address"
      query={query}
      onQueryChange={setQuery}
      options={searchTokens(tokens.all, query)}
      keyOf={({ address }) => address}
      selectedKey={selected?.address}
      onSelect={({ address }) => {
        onSelect(address)
        onOpenChange(false)
      }}
      renderOption={(token) => <TokenRow token={token} balance={balanceOf(token.address)} />}
      empty={
        <p className="px-2 text-small text-ink-2">
          {tokens.status === 'ready' ? 'No listed token is called that.' : 'Loading the tokens…'}
        </p>
      }
    />
  )
}

type RowProps = { readonly token: Token; readonly balance: bigint | undefined }

const TokenRow = ({ token, balance }: RowProps) => (
  <span className="flex items-center gap-3">
    <Monogram text={token.symbol} />
    <span className="grid min-w-0 flex-1">
      <span className="font-medium">{token.symbol}</span>
      <span className="truncate text-label text-ink-2">{token.name}</span>
    </span>
    {balance === undefined ? null : (
      <span className="numeric text-small text-ink-2">{amountText(balance, token.decimals)}</span>
    )}
  </span>
)
