'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useGasPrice } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { TokenPicker } from '@/components/swap/tokens/token-picker'
import type { BalanceOf } from '@/components/swap/tokens/use-balances'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import { exactAmountText, fieldAmountText } from '@/lib/client/amount-text'
import { isPending } from '@/lib/client/swap/quote-state'
import { isExchange } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import { type Address, nativeToken } from '@/lib/core/address'
import { AmountWell } from './amount-well'
import { Faucet } from './faucet'
import { amountError, amountNote, type WellProps } from './side-amount'

/** The sell side. */
export const SellWell = ({ swap, isChoosing, onChoosing }: WellProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const locale = useLocale()
  const { form, edit, sellToken, typed, terms, quote } = swap
  const price = useUsdPrice(form.sellToken)
  const reserve = useGasReserve(form.sellToken)
  const isTyped = form.kind === 'sell'
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const isDirect = isExchange(swap.pair)
  const computed = isDirect ? entered : terms?.pays
  const atoms = isTyped ? entered : computed
  const worth = usdValue(atoms, sellToken, price)
  const shown =
    computed === undefined || !sellToken ? '' : fieldAmountText(computed, sellToken, locale)
  return (
    <AmountWell
      title={t('well.pay')}
      aside={<SellBalance {...swap} reserve={reserve} />}
      value={isTyped ? form.text : shown}
      onEdit={(amount) => edit({ ...amount, side: 'sell' })}
      error={isTyped ? amountError(t, typed) : undefined}
      note={
        isTyped
          ? amountNote(t, { text: form.text, typed, locale, decimals: sellToken?.decimals })
          : undefined
      }
      isWaiting={!isTyped && isPending(quote)}
      worth={worth === undefined ? null : format.worth(worth)}
      verdict={<Faucet />}
    >
      <TokenPicker
        label={t('well.payToken')}
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

type BalanceProps = {
  readonly sellToken: Token | undefined
  readonly balanceOf: BalanceOf
  readonly edit: (edit: { type: 'amount'; side: 'sell'; text: string }) => void
  /** Atoms to keep for gas when the whole balance is sold; undefined if unknown. */
  readonly reserve: bigint | undefined
}

/** The account's balance of the sell token. */
export const SellBalance = ({ sellToken, balanceOf, edit, reserve }: BalanceProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { account } = useWallet()
  const locale = useLocale()
  const balance = balanceOf(sellToken?.address)
  if (!account || !sellToken) return null
  if (balance === undefined) return <span>{t('well.balanceAwaited')}</span>
  const payable = balance - (reserve ?? balance)
  const text = exactAmountText(payable, sellToken.decimals, locale)
  return (
    <span className="numeric min-w-0 text-right wrap-anywhere">
      {t('well.balance', { amount: format.amount(balance, sellToken) })}
      {payable <= 0n ? null : (
        <>
          {' '}
          <button
            type="button"
            aria-label={t('well.payAll', { symbol: sellToken.symbol })}
            onClick={() => edit({ type: 'amount', side: 'sell', text })}
            className="relative ml-1.5 font-semibold text-primary before:absolute before:-inset-3 hover:underline"
          >
            {t('well.max')}
          </button>
        </>
      )}
    </span>
  )
}

/** Gas of a transaction that places an order, doubled. */
const placementGas = 300_000n

/**
 * Returns the atoms of the native token to keep for the transaction that sells it, at twice the current gas price; 0
 * for other tokens, undefined while the gas price is unknown.
 */
function useGasReserve(token: Address | undefined): bigint | undefined {
  const { network } = useSettings()
  const isNative = token === nativeToken
  const query = { enabled: isNative, staleTime: 30_000 }
  const { data: gasPrice } = useGasPrice({ chainId: network.chainId, query })
  if (!isNative) return 0n
  return gasPrice === undefined ? undefined : gasPrice * 2n * placementGas
}
