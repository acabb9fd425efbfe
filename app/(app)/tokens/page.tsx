import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { TokenIndex } from '@/components/tokens/token-index'
import { Deferred } from '@/components/ui/deferred'
import { PageColumn } from '@/components/ui/page-column'
import { getContext } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { listTokens, type NamedToken } from '@/lib/tokens/list-tokens'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('tokens'))('title'),
})

/** The listed tokens and their markets. */
const TokensPage = async () => {
  const ctx = getContext()
  const tokens = await listTokens(ctx, ctx.config)
  return (
    <PageMessages sections={['tokens']}>
      <PageColumn holds="table">
        <Deferred>
          <TokenIndex tokens={tokens.toSorted((a, b) => rankOf(a) - rankOf(b)).map(viewToken)} />
        </Deferred>
      </PageColumn>
    </PageMessages>
  )
}

/** Base tokens first, as they will mostly be once the figures are known. */
function rankOf({ chainId, address }: NamedToken): number {
  const { baseTokens } = getNetwork(chainId)
  const place = baseTokens.indexOf(address)
  return place < 0 ? baseTokens.length : place
}

const viewToken = ({ logoUri, ...token }: NamedToken) => ({ ...token, logoURI: logoUri })

export default TokensPage
