'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import {
  usePendingTimeout,
  useRequests,
  type WalletRequest,
} from '@/components/wallet/use-requests'
import {
  type ApprovalPhase,
  awaitedApproval,
  nextApproval,
  startApproval,
} from '@/lib/client/swap/approval-state'
import { readAllowance, sendApproval, waitForApproval } from '@/lib/client/wallet/approve-token'
import { findPending, whilePending } from '@/lib/client/wallet/pending-transaction'
import { transactionTrouble } from '@/lib/client/wallet/transaction-error'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** State of a revocation: an approval of 0. */
export type Revocation = {
  readonly phase: ApprovalPhase
  /** Hash of the pending transaction; undefined for contract wallets, which report a hash of their own. */
  readonly transaction: Hex | undefined
  /** Whether the wallet, the owners of a contract wallet or the chain has not responded for a minute. */
  readonly isLate: boolean
  /** Whether the allowance read from the chain is 0. */
  readonly isDone: boolean
  /** The last failure. */
  readonly error: unknown
  readonly revoke: () => void
}

const what = 'revocation'

type Allowance = { readonly owner: Address; readonly token: Address }

/** Revokes the vault relayer's allowance with a transaction from the owner's wallet. Resumes a pending one. */
export function useRevoke({ owner, token }: Allowance): Revocation {
  const config = useConfig()
  const queries = useQueryClient()
  const { settings, network } = useSettings()
  const requests = useRequests()
  const [{ phase, allowance }, send] = useReducer(nextApproval, 0n, startApproval)
  const [error, setError] = useState<unknown>()
  const kind = useAccountKind()
  const isContract = kind === 'contract'
  usePendingTimeout(awaitedApproval({ phase }), send)
  const { chainId } = network
  const spender = toAddress(settings.vaultRelayerContract)
  const approval = { chainId, token, owner, spender, amount: 0n }

  const run = async (begin: (request: WalletRequest) => Promise<Hex>) => {
    const request = requests.begin()
    const { id, signal } = request
    setError(undefined)
    try {
      const hash = await begin(request)
      await whilePending({ ...approval, what }, { hash }, (keep) => {
        const onSpedUp = (faster: Hex) => {
          keep(faster)
          send({ type: 'send', id, hash: faster })
        }
        return waitForApproval(config, { ...approval, hash, isContract, signal, onSpedUp })
      })
      send({ type: 'mine', id })
      send({ type: 'read', id, allowance: await readAllowance(config, approval) })
    } catch (cause) {
      if (signal.aborted) return
      setError(cause)
      send({ type: 'fail', id, trouble: transactionTrouble(cause) })
    }
    await queries.invalidateQueries({ queryKey: ['portfolio'] })
  }
  const approve = async ({ id, signal }: WalletRequest) => {
    send({ type: 'ask', id, step: 'approve' })
    await walletClientOn(config, network)
    signal.throwIfAborted()
    const hash = await sendApproval(config, approval)
    send({ type: 'send', id, hash })
    return hash
  }
  const resume = useEffectEvent(() => {
    const pending = findPending({ ...approval, what })
    if (pending === undefined || phase.at !== 'rest') return
    void run(async ({ id }) => {
      send({ type: 'resume', id, step: 'approve', hash: pending.hash })
      return pending.hash
    })
  })
  // Waiting for the transaction differs between contract wallets and EOAs.
  useEffect(() => {
    if (kind !== undefined) resume()
  }, [kind])
  return {
    phase,
    transaction: phase.at === 'chain' && !isContract ? phase.hash : undefined,
    isLate: 'isLate' in phase && phase.isLate === true,
    isDone: allowance === 0n,
    error,
    revoke: () => void run(approve),
  }
}
