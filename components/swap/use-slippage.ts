'use client'

import { useState } from 'react'
import { chooseSlippage, type Slippage } from '@/lib/client/swap/slippage'

/** The slippage that holds, and how it is changed; undefined brings the default back. */
export type SlippageChoice = {
  readonly slippage: Slippage
  readonly setCustom: (bps: number | undefined) => void
}

/** The slippage of the form: the default unless the owner chose one. */
export function useSlippage(): SlippageChoice {
  const [custom, setCustom] = useState<number>()
  return { slippage: chooseSlippage(custom, undefined), setCustom }
}
