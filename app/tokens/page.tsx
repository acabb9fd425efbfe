import type { Metadata } from 'next'
import { SettingsProvider } from '@/components/app/settings'
import { TokenIndex } from '@/components/tokens/token-index'
import { describeInstance } from '@/lib/api/pages'
import { getContext } from '@/lib/context'
import { listTokens } from '@/lib/tokens/list-tokens'

export const metadata: Metadata = { title: 'Tokens' }

/** The listed tokens and what they are worth. */
const TokensPage = async () => {
  const ctx = getContext()
  const { config } = ctx
  const tokens = await listTokens(ctx, config)
  return (
    <SettingsProvider settings={describeInstance(config)}>
      <div className="mx-auto grid max-w-160 grid-cols-1 gap-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-h1">Tokens</h1>
          <p className="text-small text-ink-2">Price and change in 24 hours</p>
        </div>
        <TokenIndex tokens={tokens} />
      </div>
    </SettingsProvider>
  )
}

export default TokensPage
