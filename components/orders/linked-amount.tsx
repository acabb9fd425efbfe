import { TokenLink } from '@/components/tokens/token-link'
import type { Address } from '@/lib/core/address'
import { numberText, type ShownToken } from './token-amount'

/** Where a token is; `network` is a name or chain id. */
export type TokenPlace = { readonly network: string | number; readonly address: Address }

type Props = { readonly atoms: bigint; readonly token: ShownToken; readonly at: TokenPlace }

/** An amount whose symbol leads to the token's page. */
export const LinkedAmount = ({ atoms, token, at }: Props) => (
  <>
    {numberText(atoms, token)}{' '}
    <TokenLink network={at.network} token={{ address: at.address, symbol: token.symbol }} />
  </>
)
