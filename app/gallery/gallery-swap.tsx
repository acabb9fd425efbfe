'use client'

import { useTranslations } from 'next-intl'
import { SwapSlip } from '@/components/swap/form/swap-slip'
import type { QuoteTrouble } from '@/lib/client/swap/quote-failure'
import type { SwapFacts } from '@/lib/client/swap/swap-action'
import { GalleryStage } from './gallery-stage'
import { weth } from './sample-network'
import { sampleSwap, toOwner } from './sample-swap'
import { Specimen, State, States } from './specimen'

type Case = readonly [title: string, facts: Partial<SwapFacts>]

const still = { quote: 'idle' } as const

const beforeWallet: readonly Case[] = [
  ['offline', { isOnline: false }],
  ['token missing', { tokenMissing: 'buy', ...still }],
  ['amount missing', { amount: 'missing', ...still }],
  ['amount invalid', { amount: 'invalid', ...still }],
  ['wallet comes back', { wallet: 'restoring' }],
  ['no wallet', { wallet: 'none' }],
]

const withWallet: readonly Case[] = [
  ['wallet not allowed', { wallet: 'not-allowed' }],
  ['other network', { wallet: 'other-network' }],
  ['chain is checked', { wallet: 'checking-chain' }],
  ['other chain', { wallet: 'other-chain' }],
  ['first price loading', { quote: 'loading' }],
  ['price expired', { quote: 'expired' }],
  ['price refreshing', { quote: 'refreshing' }],
  ['balance short', { balance: 'short' }],
  ['balance unknown', { balance: 'unknown' }],
  ['recipient checked', { recipient: 'checking' }],
  ['code checked', { code: 'checking' }],
  ['allowance read', { permit: 'checking' }],
  ['wrap', { pair: 'wrap' }],
  ['unwrap', { pair: 'unwrap' }],
  ['native by bought amount', { pair: 'native-sell' }],
  ['Safe is only looked at', { wallet: 'view-only' }],
  ['ready', {}],
]

const failures: readonly (readonly [trouble: QuoteTrouble, message: string])[] = [
  ['too-small', ''],
  ['no-route', ''],
  ['unsupported-token', `token ${weth.symbol} is not supported: it takes a fee of each transfer`],
  ['invalid', 'sellAmountBeforeFee must be positive'],
  ['busy', ''],
  ['down', ''],
]

/** The swap form in each state of its button. */
export const GallerySwap = () => (
  <>
    <Specimen title="Swap form without a wallet">
      <GalleryStage>
        <Cases cases={beforeWallet} />
      </GalleryStage>
    </Specimen>
    <Specimen title="Swap form with a wallet">
      <GalleryStage wallet="demo">
        <Cases cases={withWallet} />
      </GalleryStage>
    </Specimen>
    <Specimen title="Swap form without a price">
      <GalleryStage wallet="demo">
        <Failures />
      </GalleryStage>
    </Specimen>
  </>
)

const idle = { choosing: undefined, onChoosing: () => {}, onReview: () => {} }

const Cases = ({ cases }: { readonly cases: readonly Case[] }) => {
  const t = useTranslations('swap')
  return (
    <States>
      {cases.map(([title, facts]) => (
        <State key={title} title={title}>
          <SwapSlip swap={sampleSwap(t, { facts })} {...idle} />
        </State>
      ))}
    </States>
  )
}

const wrongRecipient = { ...toOwner, text: '0x12', fact: 'unclear', problem: 'checksum' } as const

const Failures = () => {
  const t = useTranslations('swap')
  const facts = { quote: 'failed' } as const
  return (
    <States>
      {failures.map(([trouble, message]) => (
        <State key={trouble} title={trouble}>
          <SwapSlip swap={sampleSwap(t, { facts, failure: { trouble, message } })} {...idle} />
        </State>
      ))}
      <State title="recipient unclear">
        <SwapSlip
          swap={sampleSwap(t, { facts: { recipient: 'unclear' }, recipient: wrongRecipient })}
          {...idle}
        />
      </State>
    </States>
  )
}
