'use client'

import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { SwapForm, SwapParams } from '@/lib/client/swap/swap-form'
import { type Address, nativeToken, parseAddress } from '@/lib/core/address'
import type { Tokens } from './use-tokens'

const ImportDialog = lazyPart(async () => (await import('./import-dialog')).ImportDialog)

type Props = {
  /** The parameters of the page's address. */
  readonly params: Pick<SwapParams, 'sell' | 'buy'>
  readonly form: Pick<SwapForm, 'sellToken' | 'buyToken'>
  readonly tokens: Tokens
}

/** Asks once whether to import an unlisted token from the address; the form omits it until then. */
export const LinkedTokenImport = ({ params: { sell = '', buy = '' }, form, tokens }: Props) => {
  const [answered, setAnswered] = useState<readonly Address[]>([])
  const named = useMemo(
    () =>
      [sell, buy].flatMap((text) => {
        const token = parseAddress(text)
        return token && token !== nativeToken ? [token] : []
      }),
    [sell, buy],
  )
  // A token that the user has removed is not offered again.
  useEffect(() => {
    setAnswered((others) => {
      const known = named.filter((token) => tokens.find(token) && !others.includes(token))
      return known.length > 0 ? [...others, ...known] : others
    })
  }, [named, tokens])
  const unknown = named.find(
    (token) =>
      [form.sellToken, form.buyToken].includes(token) &&
      !tokens.find(token) &&
      !answered.includes(token),
  )
  if (!unknown || tokens.status !== 'ready') return null
  return (
    <Suspense fallback={null}>
      <ImportDialog
        key={unknown}
        address={unknown}
        tokens={tokens.all}
        onAnswered={() => setAnswered((others) => [...others, unknown])}
      />
    </Suspense>
  )
}
