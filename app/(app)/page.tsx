import type { Metadata } from 'next'
import { SwapPage } from '@/components/swap/swap-page'

export const metadata: Metadata = { title: 'Swap' }

const Page = () => <SwapPage />

export default Page
