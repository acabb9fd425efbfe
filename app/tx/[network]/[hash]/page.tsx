import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { servedNetwork } from '@/app/served-network'
import { knownParties } from '@/components/tokens/known-holders'
import { TransactionReport } from '@/components/tx/transaction-report'
import { transactionKind } from '@/components/tx/transaction-text'
import { UnknownTransaction } from '@/components/tx/unknown-transaction'
import { getContext } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { findNetwork, getNetwork } from '@/lib/core/networks'
import { findTransactionReport } from '@/lib/settlements/reports/find-transaction-report'

type Names = { readonly network: string; readonly hash: string }
type Props = { readonly params: Promise<Names> }

/** Cached per request, for the title and the page. */
const load = cache(async (segment: string, text: string) => {
  const ctx = getContext()
  const network = findNetwork(segment)
  const hash = parseHex(text, 32)
  if (!hash || !network || !ctx.config.chainIds.includes(network.chainId)) return undefined
  const report = await findTransactionReport(ctx, { chainId: network.chainId, hash })
  return { network, hash, report }
})

const loadNamed = async (params: Props['params']) => {
  const { network, hash } = await params
  return load(network, hash)
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const [found, t] = await Promise.all([loadNamed(params), getTranslations('tx')])
  if (!found) return { title: t('none.title') }
  const { report, network } = found
  const title = report ? transactionKind(t, report.transaction.call) : t('unknownTitle')
  return { title: t('pageTitle', { title, network: network.title }) }
}

/** The public page of a transaction. */
const TransactionPage = async ({ params }: Props) => {
  const found = await loadNamed(params)
  if (!found) notFound()
  const { network, hash, report } = found
  const { config } = getContext()
  const served = servedNetwork(config, network.chainId)
  const isEmbedded = served.embedded
  const others = config.chainIds.filter((chainId) => chainId !== network.chainId).map(getNetwork)
  return (
    <>
      {report ? (
        <TransactionReport
          report={report}
          names={new Map(knownParties(await getTranslations('tokens'), config, { isEmbedded }))}
          network={network}
          served={served}
        />
      ) : (
        <UnknownTransaction hash={hash} title={network.title} others={others} />
      )}
    </>
  )
}

export default TransactionPage
