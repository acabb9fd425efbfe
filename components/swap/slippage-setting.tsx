'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { TextField } from '@/components/ui/text-field'
import { slippageText } from '@/lib/client/swap/slippage'
import { slippageErrorText, slippageHint } from '@/lib/client/swap/slippage-text'
import type { SlippageChoice } from './use-slippage'

const sources = { default: 'Default', automatic: 'Automatic', custom: 'Yours' } as const

/** Shows the slippage and where it comes from; opens to change it. */
export const SlippageSetting = ({ change, ...slippage }: SlippageChoice) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label="Slippage"
      align="start"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) change({ type: 'leave' })
      }}
      trigger={
        <Button size="small" variant="quiet">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className="numeric">Slippage {slippageText(slippage.bps)}</span>
          <span className="font-normal text-ink-2">{sources[slippage.source]}</span>
        </Button>
      }
    >
      <div className="grid gap-3">
        <TextField
          label="Largest slippage"
          inputMode="decimal"
          placeholder={(slippage.bps / 100).toFixed(2)}
          value={slippage.text}
          onChange={(event) => change({ type: 'type', text: event.target.value })}
          onBlur={() => change({ type: 'leave' })}
          end={<span className="px-1 text-ink-2">%</span>}
          hint={slippageHint(slippage.warning)}
          error={slippage.isInvalid ? slippageErrorText : undefined}
        />
        {slippage.source === 'custom' ? (
          <Button onClick={() => change({ type: 'reset' })}>Back to default</Button>
        ) : null}
      </div>
    </Popover>
  )
}
