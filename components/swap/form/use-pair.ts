'use client'

import { useMemo } from 'react'
import { type BalanceOf, useBalances } from '@/components/swap/tokens/use-balances'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Side, SwapForm } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'

/** The tokens of a form, as far as they are known here, and what the account holds of them. */
export type Pair = {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  /** The side that has no token yet. */
  readonly tokenMissing: Side | undefined
  readonly balanceOf: BalanceOf
}

/** Finds the tokens of a form among those that are offered, and follows their balances. */
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
  return { sellToken, buyToken, tokenMissing: sellToken ? buyMissing : 'sell', balanceOf }
}
