'use client'

import { ArrowDown, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { AmountField } from '@/components/ui/amount-field'
import { Button } from '@/components/ui/button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { IconButton } from '@/components/ui/icon-button'
import { Monogram } from '@/components/ui/monogram'
import { PriceRail } from '@/components/ui/price-rail'
import { ProgressRing } from '@/components/ui/progress-ring'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Well } from '@/components/ui/well'

const TokenButton = ({ symbol }: { readonly symbol: string }) => (
  <Button size="pill">
    <Monogram text={symbol} size="small" />
    {symbol}
    <ChevronDown aria-hidden="true" className="size-4" />
  </Button>
)

/** A still of the swap card, and the slip that its signing tears off. */
export const GallerySwap = () => {
  const [amount, setAmount] = useState('1.5')
  return (
    <div className="grid items-start gap-6 desk:grid-cols-[30rem_1fr]">
      <Slip aria-label="Swap">
        <Well className="grid content-between gap-1">
          <div className="flex justify-between text-label text-ink-2">
            <span>You pay</span>
            <span className="numeric">
              Balance 4.2081 ·{' '}
              <button type="button" className="font-medium text-primary underline">
                Max
              </button>
            </span>
          </div>
          <div className="flex items-center gap-3">
            <AmountField
              label="You pay amount"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
            <TokenButton symbol="WETH" />
          </div>
          <p className="numeric text-label text-ink-2">$4,821.30</p>
        </Well>
        <SlipPerforation>
          <IconButton label="Switch tokens" className="border border-line-strong bg-surface">
            <ArrowDown aria-hidden="true" className="size-5" />
          </IconButton>
        </SlipPerforation>
        <Well className="grid content-between gap-1">
          <div className="-mt-2 mb-1 flex h-7 items-center justify-between text-label text-ink-2">
            <span>You receive</span>
            <ProgressRing label="Price valid" left={0.6}>
              <span className="numeric text-[0.6875rem]">18</span>
            </ProgressRing>
          </div>
          <div className="flex items-center gap-3">
            <AmountField label="You receive amount" value="4,812.07" readOnly />
            <TokenButton symbol="USDC" />
          </div>
          <p className="numeric text-label text-ink-2">$4,812.07 (−0.19 %)</p>
        </Well>
        <div className="grid gap-3 px-1 pt-4">
          <PriceRail
            prices={{ limit: 47880n, quoted: 48121n, executed: 48264n }}
            labels={{
              limit: 'min 4,788.0',
              quoted: 'quoted 4,812.1',
              executed: 'got 4,826.4',
              surplus: '14.3 USDC',
            }}
          />
          <div className="flex items-center justify-between gap-3">
            <p className="numeric text-small text-ink-2">1 WETH = 3,208.05 USDC · cost $1.20</p>
            <Stamp kind="filled" motion="drop" />
          </div>
        </div>
        <Button variant="primary" size="large" className="mt-3 w-full">
          Review order
        </Button>
      </Slip>
      <div className="grid gap-4">
        <Slip motion="tear" aria-label="Order">
          <div className="grid gap-3 p-2">
            <div className="flex items-center justify-between gap-3">
              <h2 className="numeric text-h3">1.5 WETH → 4,812.07 USDC</h2>
              <Stamp kind="open" />
            </div>
            <PriceRail
              prices={{ limit: 47880n, quoted: 48121n }}
              labels={{ limit: 'min 4,788.0', quoted: 'quoted 4,812.1' }}
            />
            <Disclosure summary="1 WETH = 3,208.05 USDC · cost $1.20 · min 4,788.0">
              <DetailList>
                <Detail name="Network cost">0.00037 WETH ($1.20)</Detail>
                <Detail name="Slippage">0.50 % (automatic)</Detail>
                <Detail name="Expires">in 20 minutes</Detail>
                <Detail name="Recipient">0x70997970C51812dc3A010C7d01b50e0d17dc79C8</Detail>
              </DetailList>
            </Disclosure>
          </div>
        </Slip>
      </div>
    </div>
  )
}
