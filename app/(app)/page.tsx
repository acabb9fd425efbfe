import type { Metadata } from 'next'
import { SwapPage } from '@/components/swap/swap-page'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Props = { readonly searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Swap' }

/** The swap form; a link may name its network and tokens. */
const Page = async ({ searchParams }: Props) => {
  const query = await searchParams
  const asked = ['chain', 'sell', 'buy'].flatMap((name) => {
    const text = query[name]
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return <SwapPage asked={Object.fromEntries(asked)} />
}

export default Page
