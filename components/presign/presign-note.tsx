'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { parseAbi } from 'viem'
import { useConnection, useReadContract } from 'wagmi'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  canAsk,
  canDiscard,
  type PresignStatus,
  presignStage,
} from '@/lib/client/presign/presign-state'
import type { Presigning } from '@/lib/client/presign/send-presignature'
import { countConfirmations } from '@/lib/client/wallet/connectors/safe-app'
import { safeQueueUrl } from '@/lib/client/wallet/safe-link'
import type { Address } from '@/lib/core/address'
import { type Presign, usePresign } from './use-presign'

type Props = {
  readonly presigning: Presigning
  readonly network: ServedNetwork
  readonly status: PresignStatus
  /** Whether the order was placed just now: then the wallet is prompted at once, otherwise on request. */
  readonly isNew?: boolean
}

/** Presigns a placed order with the connected wallet and shows the progress; renders nothing once it is signed. */
export const PresignNote = ({ presigning, network, status, isNew = true }: Props) => {
  const presign = usePresign({ presigning, network, status, isNew })
  if (status !== 'pending') return null
  return <PresignPanel presign={presign} network={network} owner={presigning.approval.owner} />
}

type PanelProps = {
  readonly presign: Presign
  readonly network: ServedNetwork
  readonly owner: Address
}

/** Shows what an order's presignature by a contract wallet waits for. */
const PresignPanel = ({ presign, network, owner }: PanelProps) => {
  const { state } = presign
  const t = useTranslations('wallet')
  const stage = presignStage(state)
  const trouble = state.phase.at === 'rest' ? state.phase.trouble : undefined
  const isUnsent = stage === 'unsent'
  const title = isUnsent
    ? t('presignStage.unsent')
    : t(stage === 'discarded' ? 'presign.discarded' : 'presign.title')
  return (
    <Alert
      tone={isUnsent ? 'warn' : 'info'}
      title={trouble === undefined ? title : t(`presignTrouble.${trouble}`)}
      actions={
        <>
          {canAsk(state) ? (
            <Button size="small" onClick={presign.sign}>
              {t('presign.sign')}
            </Button>
          ) : null}
          {canDiscard(state) ? (
            <Button size="small" variant="quiet" onClick={presign.discard}>
              {t('presign.discard')}
            </Button>
          ) : null}
        </>
      }
    >
      {stage === 'signed' || (isUnsent && trouble === undefined) ? null : (
        <p>{t(`presignStage.${stage}`)}</p>
      )}
      {stage === 'discarded' ? null : (
        <SafeOwners
          network={network}
          owner={owner}
          sent={state.phase.at === 'sent' ? state.phase.name : undefined}
        />
      )}
    </Alert>
  )
}

const safeAbi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
])

/** The confirmations of a Safe. */
type SafeSetup = { readonly threshold: number; readonly owners: number }

type Wallet = { readonly chainId: number; readonly owner: Address }

/** Reads a Safe's number of owners and its threshold; undefined if the wallet is no Safe. */
function useSafeOwners({ chainId, owner }: Wallet): SafeSetup | undefined {
  const question = { chainId, address: owner, abi: safeAbi } as const
  const query = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const { data: threshold } = useReadContract({ ...question, functionName: 'getThreshold', query })
  const { data: owners } = useReadContract({ ...question, functionName: 'getOwners', query })
  if (threshold === undefined || owners === undefined) return undefined
  return { threshold: Number(threshold), owners: owners.length }
}

/** Owners confirm by hand, so a few seconds of delay do not matter. */
const everyMs = 4_000

/**
 * Counts the confirmations of a transaction, as reported by the Safe app that embeds this page; undefined elsewhere.
 */
function useConfirmations(safeTxHash: string | undefined): number | undefined {
  const { settings } = useSettings()
  const { connector } = useConnection()
  const { data } = useQuery({
    queryKey: ['safe-confirmations', safeTxHash],
    enabled: safeTxHash !== undefined && connector?.type === 'safe',
    refetchInterval: everyMs,
    queryFn: async () =>
      (await countConfirmations(settings.wallets.safeAppOrigins, safeTxHash ?? '')) ?? null,
  })
  return data ?? undefined
}

type OwnersProps = Omit<PanelProps, 'presign'> & {
  /** The wallet's id of the transaction; undefined without one. */
  readonly sent: string | undefined
}

/** For a Safe: the required and given confirmations, and where to confirm. */
const SafeOwners = ({ network, owner, sent }: OwnersProps) => {
  const { chainId, embedded } = network
  const t = useTranslations('wallet')
  const safe = useSafeOwners({ chainId, owner })
  const confirmed = useConfirmations(sent)
  if (safe === undefined) return null
  // Safe's web app does not know the chains of this machine.
  const url = embedded ? undefined : safeQueueUrl({ chainId, safe: owner })
  return (
    <p>
      {safe.owners > 1 ? t('presign.owners', safe) : null}{' '}
      {confirmed === undefined
        ? null
        : t('presign.confirmed', { confirmed, threshold: safe.threshold })}{' '}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="underline">
          {t('presign.queue')}
        </a>
      ) : null}
    </p>
  )
}
