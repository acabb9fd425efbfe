import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { TokenLink } from '@/components/tokens/token-link'
import type { Address } from '@/lib/core/address'
import { numberText, type ShownToken } from './token-amount'

/** A token's network (name or chain id) and address. */
export type TokenPlace = { readonly network: string | number; readonly address: Address }

type Props = { readonly atoms: bigint; readonly token: ShownToken; readonly at: TokenPlace }

/** An amount whose symbol links to the token page. */
export const LinkedAmount = ({ atoms, token, at }: Props) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  return (
    <>
      {numberText(words, atoms, token)}{' '}
      <TokenLink network={at.network} token={{ address: at.address, symbol: token.symbol }} />
    </>
  )
}
