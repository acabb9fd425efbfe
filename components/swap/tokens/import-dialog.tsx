'use client'

import { useTranslations } from 'next-intl'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import { TokenImport } from './token-import'
import { useStoredTokens } from './use-stored-tokens'

type Props = {
  readonly address: Address
  /** Listed tokens that it may be confused with. */
  readonly tokens: readonly Token[]
  /** Called when it was imported or declined. */
  readonly onAnswered: () => void
}

/** Asks for consent to import an unlisted token from the address. */
export const ImportDialog = ({ address, tokens, onAnswered }: Props) => {
  const t = useTranslations('swap')
  const { add, note } = useStoredTokens()
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onAnswered())}>
      <DialogContent title={t('import.askedTitle')} description={t('import.asked')}>
        <TokenImport
          address={address}
          tokens={tokens}
          onImport={(token) => {
            add(token)
            note(address)
            onAnswered()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
