'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { TextField } from '@/components/ui/text-field'
import { parseSlippage, slippageText, slippageWarning } from '@/lib/client/swap/slippage'
import type { SlippageChoice } from './use-slippage'

const sources = { default: 'Default', automatic: 'Automatic', custom: 'Yours' } as const

/** Shows the slippage and where it comes from; opens to change it. */
export const SlippageSetting = ({ slippage, setCustom }: SlippageChoice) => {
  const [text, setText] = useState('')
  const parsed = parseSlippage(text)
  const isInvalid = text.trim() !== '' && parsed === undefined
  const change = (next: string) => {
    setText(next)
    setCustom(parseSlippage(next))
  }
  return (
    <Popover
      onOpenChange={(open) => {
        if (!open && isInvalid) change('')
      }}
    >
      <PopoverTrigger asChild>
        <Button size="small" variant="quiet">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className="numeric">Slippage {slippageText(slippage.bps)}</span>
          <span className="font-normal text-ink-2">{sources[slippage.source]}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Slippage" align="start">
        <div className="grid gap-3">
          <TextField
            label="Largest slippage"
            inputMode="decimal"
            placeholder={(slippage.bps / 100).toFixed(2)}
            value={text}
            onChange={(event) => change(event.target.value)}
            end={<span className="px-1 text-ink-2">%</span>}
            hint={
              slippageWarning(slippage.bps) ??
              'How much worse than quoted the price may be when the order is settled.'
            }
            error={isInvalid ? 'Enter 0 to 50, with two decimals at most.' : undefined}
          />
          {slippage.source === 'custom' ? (
            <Button onClick={() => change('')}>Back to default</Button>
          ) : null}
        </div>
      </PopoverContent>
    </Popover>
  )
}
