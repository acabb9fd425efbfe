'use client'

import { useWallet } from '@/components/wallet/use-wallet'
import { amountText, exactAmountText } from '@/lib/client/amount-text'
import { isPending } from '@/lib/client/swap/quote-stage'
import { usdText, usdValue } from '@/lib/client/usd-text'
import { AmountWell } from './amount-well'
import { amountError, type WellProps } from './side-amount'
import { TokenPicker } from './token-picker'
import { useUsdPrice } from './use-tokens'

/** What is given. */
export const SellWell = ({ swap, isChoosing, onChoosing }: WellProps) => {
  const { form, edit, sellToken, typed, terms, quote } = swap
  const price = useUsdPrice(form.sellToken)
  const isTyped = form.kind === 'sell'
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const isDirect = swap.pair !== 'order'
  const computed = isDirect ? entered : terms?.pays
  const atoms = isTyped ? entered : computed
  const worth = usdValue(atoms, sellToken, price)
  const shown = computed === undefined || !sellToken ? '' : amountText(computed, sellToken.decimals)
  return (
    <AmountWell
      title="You pay"
      aside={<Balance {...{ swap }} />}
      value={isTyped ? form.text : shown}
      onEdit={(amount) => edit({ ...amount, side: 'sell' })}
      error={isTyped ? amountError(typed) : undefined}
      isStale={!isTyped && !isDirect && !quote.isCurrent}
      isWaiting={!isTyped && isPending(quote)}
      worth={worth === undefined ? null : usdText(worth)}
    >
      <TokenPicker
        label="Token you pay"
        tokens={swap.tokens}
        balanceOf={swap.balanceOf}
        selected={sellToken}
        open={isChoosing}
        onOpenChange={onChoosing}
        onSelect={(token) => edit({ type: 'token', side: 'sell', token })}
      />
    </AmountWell>
  )
}

const Balance = ({ swap }: Pick<WellProps, 'swap'>) => {
  const { account } = useWallet()
  const { form, sellToken, balanceOf, edit } = swap
  const balance = balanceOf(form.sellToken)
  if (!account || !sellToken) return null
  if (balance === undefined) return <span>Balance …</span>
  const { decimals } = sellToken
  const text = exactAmountText(balance, decimals)
  return (
    <span className="numeric">
      Balance {amountText(balance, decimals)}
      {balance === 0n || swap.pair !== 'order' ? null : (
        <>
          {' · '}
          <button
            type="button"
            aria-label={`Pay all ${sellToken.symbol}`}
            onClick={() => edit({ type: 'amount', side: 'sell', text })}
            className="relative font-medium text-primary underline before:absolute before:-inset-3"
          >
            Max
          </button>
        </>
      )}
    </span>
  )
}
