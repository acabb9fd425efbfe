'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useBytecode, useClient } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import {
  judgeAddress,
  type RecipientEntry,
  type RecipientProblem,
  type Refused,
  readRecipient,
} from '@/lib/client/swap/recipient'
import type { SwapFacts } from '@/lib/client/swap/swap-action'
import { accountKind } from '@/lib/client/wallet/account-code'
import type { FoundName } from '@/lib/client/wallet/find-name'
import { type Address, toAddress } from '@/lib/core/address'

const retryMs = 5_000

/** Who gets what is bought, and how that is changed. */
export type Recipient = {
  /** What was typed; undefined while it goes to the owner. */
  readonly text: string | undefined
  /** Undefined sends it to the owner. */
  readonly change: (text: string | undefined) => void
  readonly fact: SwapFacts['recipient']
  readonly problem: RecipientProblem | undefined
  /** Who was found; undefined while nobody is. */
  readonly address: Address | undefined
  /** Who an order names: undefined where that is the owner. */
  readonly receiver: Address | undefined
  readonly isContract: boolean
  /** The name that was entered in place of the address. */
  readonly name: string | undefined
}

/** Finds out who is meant by what was typed, and whether an order may pay them. */
export function useRecipient(tokens: Tokens): Recipient {
  const { account } = useWallet()
  const [text, change] = useState<string>()
  const refused = useRefused(tokens)
  const { network } = useSettings()
  const typed = readRecipient(text, refused)
  const entry = useNamed(typed, refused)
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
    ...{ text, change, problem, address },
    name: typed.kind === 'name' ? typed.name : undefined,
    fact: problem ? 'unclear' : waits(isChecking),
    receiver: isOther ? address : undefined,
    isContract: isOther && code.isSuccess && accountKind(code.data ?? undefined) === 'contract',
  }
}

const waits = (isChecking: boolean) => (isChecking ? 'checking' : 'clear')

/** Tokens and contracts of the exchange are paid nothing. */
function useRefused({ all }: Tokens): Refused {
  const { settings } = useSettings()
  return useMemo(() => {
    const { settlementContract, vaultRelayerContract } = settings
    return {
      tokens: new Set(all.map(({ address }) => address)),
      protocol: new Set([settlementContract, vaultRelayerContract].map(toAddress)),
    }
  }, [all, settings])
}

/** What an entry comes to when its name is looked up; undefined while it is. */
function useNamed(entry: RecipientEntry, refused: Refused): RecipientEntry | undefined {
  const { network } = useSettings()
  const client = useClient({ chainId: network.chainId })
  const name = entry.kind === 'name' ? entry.name : undefined
  const { data, isError } = useQuery<FoundName>({
    queryKey: ['name', network.name, name],
    enabled: name !== undefined && client !== undefined,
    queryFn: async () => {
      const { findName } = await import('@/lib/client/wallet/find-name')
      if (!client || name === undefined) throw new Error('there is no network to ask')
      return findName(client, name)
    },
    staleTime: 300_000,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && retryMs,
  })
  if (name === undefined) return entry
  if (data) return 'address' in data ? judgeAddress(data.address, refused) : asProblem(data.problem)
  return isError ? asProblem('unreadable') : undefined
}

const asProblem = (problem: RecipientProblem): RecipientEntry => ({ kind: 'problem', problem })
