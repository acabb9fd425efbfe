'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchSlippage } from '@/lib/client/api'
import { chooseSlippage, type Slippage } from '@/lib/client/swap/slippage'
import { type Address, nativeToken } from '@/lib/core/address'

/** The slippage that holds, and how it is changed; undefined brings the automatic one back. */
export type SlippageChoice = {
  readonly slippage: Slippage
  readonly setCustom: (bps: number | undefined) => void
}

/** The slippage for a pair: the service's advice unless the owner chose one. */
export function useSlippage(
  sellToken: Address | undefined,
  buyToken: Address | undefined,
): SlippageChoice {
  const { network } = useSettings()
  const [custom, setCustom] = useState<number>()
  const plain = (token: Address | undefined) =>
    token === nativeToken ? network.wrappedNative : token
  const base = plain(buyToken)
  const quote = plain(sellToken)
  const { data } = useQuery({
    queryKey: ['slippage', network.name, base, quote],
    queryFn: ({ signal }) =>
      fetchSlippage(network.name, { base: base as Address, quote: quote as Address }, { signal }),
    enabled: base !== undefined && quote !== undefined && base !== quote,
    staleTime: 120_000,
    retry: false,
  })
  return { slippage: chooseSlippage(custom, data), setCustom }
}
