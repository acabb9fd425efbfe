'use client'

import { ProgressRing } from '@/components/ui/progress-ring'
import { amountText } from '@/lib/client/amount-text'
import { isPending, type QuoteView } from '@/lib/client/swap/quote-stage'
import { refreshMs } from '@/lib/client/swap/quote-state'
import { usdText, usdValue } from '@/lib/client/usd-text'
import { AmountWell } from './amount-well'
import { amountError, type WellProps } from './side-amount'
import { TokenPicker } from './token-picker'
import { useUsdPrice } from './use-tokens'
import { useValueLoss } from './use-value-loss'

/** What is received. */
export const BuyWell = ({ swap, isChoosing, onChoosing }: WellProps) => {
  const { form, edit, buyToken, typed, terms, quote } = swap
  const isTyped = form.kind === 'buy'
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const isDirect = swap.pair === 'wrap' || swap.pair === 'unwrap'
  const computed = isDirect ? entered : terms?.gets
  const shown = computed === undefined || !buyToken ? '' : amountText(computed, buyToken.decimals)
  return (
    <AmountWell
      title="You receive"
      aside={quote.offer && swap.pair === 'order' ? <Freshness quote={quote} /> : null}
      value={isTyped ? form.text : shown}
      onEdit={(amount) => edit({ ...amount, side: 'buy' })}
      error={isTyped ? amountError(typed) : undefined}
      isStale={!isTyped && !isDirect && !quote.isCurrent}
      isWaiting={!isTyped && isPending(quote)}
      worth={<Worth swap={swap} atoms={isTyped ? entered : computed} />}
    >
      <TokenPicker
        label="Token you receive"
        tokens={swap.tokens}
        balanceOf={swap.balanceOf}
        selected={buyToken}
        open={isChoosing}
        onOpenChange={onChoosing}
        onSelect={(token) => edit({ type: 'token', side: 'buy', token })}
      />
    </AmountWell>
  )
}

type WorthProps = Pick<WellProps, 'swap'> & { readonly atoms: bigint | undefined }

/** The value received and how it compares with the value given, by the same prices. */
const Worth = ({ swap, atoms }: WorthProps) => {
  const worth = usdValue(atoms, swap.buyToken, useUsdPrice(swap.form.buyToken))
  const { bps, loss } = useValueLoss(swap, swap.terms)
  if (worth === undefined) return null
  return (
    <>
      {usdText(worth)}
      {bps === undefined ? null : (
        <span className={loss === 'low' ? undefined : 'text-warn'}>
          {' '}
          ({bps > 0 ? '−' : '+'}
          {(Math.abs(bps) / 100).toFixed(2)} %)
        </span>
      )}
    </>
  )
}

const Freshness = ({ quote }: { readonly quote: QuoteView }) => {
  const seconds = Math.ceil((quote.left * refreshMs) / 1_000)
  if (quote.stage !== 'firm') return <span>Updating price…</span>
  return (
    <span className="flex items-center gap-2">
      <span className="numeric">updates in {seconds} s</span>
      <span className="-my-1 flex">
        <ProgressRing label="Time until the price is updated" left={quote.left} />
      </span>
    </span>
  )
}
