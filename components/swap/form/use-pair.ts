'use client'

import { useMemo } from 'react'
import { type BalanceOf, useBalances } from '@/components/swap/tokens/use-balances'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Side, SwapForm } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'

/** The known tokens of a form, and the account's balances. */
export type Pair = {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  /** The side without a token; `loading` while the list does not have the chosen tokens yet. */
  readonly tokenMissing: Side | 'loading' | undefined
  readonly balanceOf: BalanceOf
}

/** Looks up the form's tokens in the token list, and tracks their balances. */
export function usePair(form: Pick<SwapForm, 'sellToken' | 'buyToken'>, tokens: Tokens): Pair {
  const { account } = useWallet()
  const sellToken = tokens.find(form.sellToken)
  const buyToken = tokens.find(form.buyToken)
  const known = useMemo(
    () => [sellToken, buyToken].filter((token) => token !== undefined),
    [sellToken, buyToken],
  )
  const balanceOf = useBalances(known, account)
  const buyMissing = buyToken ? undefined : 'buy'
  const missing = sellToken ? buyMissing : 'sell'
  const isChosen = form.sellToken !== undefined && form.buyToken !== undefined
  const isAwaited = missing !== undefined && isChosen && tokens.status === 'loading'
  return { sellToken, buyToken, tokenMissing: isAwaited ? 'loading' : missing, balanceOf }
}
