'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useBytecode, useClient } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { useHasNames, usePrimaryName } from '@/components/wallet/use-primary-name'
import { useWallet } from '@/components/wallet/use-wallet'
import {
  checkRecipient,
  type ForbiddenRecipients,
  type RecipientEntry,
  RecipientError,
  type RecipientProblem,
  readRecipient,
} from '@/lib/client/swap/recipient'
import type { SwapFacts } from '@/lib/client/swap/swap-action'
import { accountKind } from '@/lib/client/wallet/account-code'
import type { FoundName } from '@/lib/client/wallet/find-name'
import { type Address, toAddress } from '@/lib/core/address'

/** Pause after an unanswered lookup. */
const retryMs = 5_000

/** The recipient, and how to change it. */
export type Recipient = {
  /** The typed text; undefined if the owner receives. */
  readonly text: string | undefined
  /** Undefined resets it to the owner. */
  readonly change: (text: string | undefined) => void
  readonly fact: SwapFacts['recipient']
  readonly problem: RecipientProblem | undefined
  /** The resolved address; undefined if there is none. */
  readonly address: Address | undefined
  /** The order's receiver; undefined for the owner. */
  readonly receiver: Address | undefined
  readonly isContract: boolean
  /** The ENS name that was entered, normalised once it is resolved; else the one that a typed address has chosen. */
  readonly name: string | undefined
  /** Whether this network has names; undefined while unknown. */
  readonly hasNames: boolean | undefined
  /**
   * Resolves an entered name again, before an order that pays `receiver` is signed.
   * @throws {RecipientError} if the name leads elsewhere now, or the network does not answer.
   */
  readonly recheck: (receiver: Address | undefined) => Promise<void>
}

/** Resolves the typed recipient, and checks whether orders may pay it. */
export function useRecipient(tokens: Tokens): Recipient {
  const { account } = useWallet()
  const [text, change] = useState<string>()
  const refused = useRefused(tokens)
  const { network } = useSettings()
  const typed = readRecipient(text, refused)
  const { entry, found, recheck } = useNamed(typed, refused)
  const hasNames = useHasNames(text !== undefined)
  const primaryName = usePrimaryName(typed.kind === 'address' ? typed.address : undefined)
  const address = entry?.kind === 'address' ? entry.address : undefined
  const isOther = address !== undefined && address !== account
  const code = useBytecode({
    ...(address && { address }),
    chainId: network.chainId,
    query: {
      enabled: isOther,
      refetchInterval: ({ state }) => state.status === 'error' && retryMs,
    },
  })
  const isUnreadable = isOther && code.isError
  const given = entry?.kind === 'problem' ? entry.problem : undefined
  const problem = isUnreadable ? 'unreadable' : given
  const isChecking = entry === undefined || (isOther && code.isPending)
  return {
    ...{ text, change, problem, address, hasNames, recheck },
    name: typed.kind === 'name' ? (found ?? typed.name) : primaryName,
    fact: problem ? 'unclear' : waits(isChecking),
    receiver: isOther ? address : undefined,
    isContract: isOther && code.isSuccess && accountKind(code.data ?? undefined) === 'contract',
  }
}

const waits = (isChecking: boolean) => (isChecking ? 'checking' : 'clear')

/** Tokens and the exchange's contracts must not be recipients. */
function useRefused({ all }: Tokens): ForbiddenRecipients {
  const { settings } = useSettings()
  return useMemo(() => {
    const { settlementContract, vaultRelayerContract } = settings
    return {
      tokens: new Set(all.map(({ address }) => address)),
      protocol: new Set([settlementContract, vaultRelayerContract].map(toAddress)),
    }
  }, [all, settings])
}

type Named = {
  /** Undefined while the lookup is pending. */
  readonly entry: RecipientEntry | undefined
  /** The normalised name. */
  readonly found: string | undefined
  readonly recheck: Recipient['recheck']
}

/** Looks an entered name up. */
function useNamed(typed: RecipientEntry, refused: ForbiddenRecipients): Named {
  const { network } = useSettings()
  const client = useClient({ chainId: network.chainId })
  const name = typed.kind === 'name' ? typed.name : undefined
  const { data, isError, refetch } = useQuery<FoundName>({
    queryKey: ['name', network.name, name],
    enabled: name !== undefined && client !== undefined,
    queryFn: async () => {
      const { findName } = await import('@/lib/client/wallet/find-name')
      if (!client || name === undefined) throw new Error('no network to resolve the name on')
      return findName(client, name)
    },
    staleTime: 300_000,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && retryMs,
  })
  const recheck = useCallback(
    async (receiver: Address | undefined) => {
      if (name === undefined || receiver === undefined) return
      const now = await refetch()
      if (now.isError) throw new RecipientError('unreadable')
      const isSame = now.data && 'address' in now.data && now.data.address === receiver
      if (!isSame) throw new RecipientError('changed')
    },
    [name, refetch],
  )
  const found = data && 'name' in data ? data.name : undefined
  return { entry: readNamed({ typed, data, isError }, refused), found, recheck }
}

type Lookup = {
  readonly typed: RecipientEntry
  readonly data: FoundName | undefined
  readonly isError: boolean
}

function readNamed(
  { typed, data, isError }: Lookup,
  refused: ForbiddenRecipients,
): RecipientEntry | undefined {
  if (typed.kind !== 'name') return typed
  if (data)
    return 'address' in data ? checkRecipient(data.address, refused) : asProblem(data.problem)
  return isError ? asProblem('unreadable') : undefined
}

const asProblem = (problem: RecipientProblem): RecipientEntry => ({ kind: 'problem', problem })
