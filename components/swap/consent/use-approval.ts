'use client'

import { type Dispatch, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { type Config, useConfig, useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import {
  usePendingTimeout,
  useRequests,
  type WalletRequest,
} from '@/components/wallet/use-requests'
import {
  type ApprovalEvent,
  type ApprovalState,
  approvalStage,
  awaitedApproval,
  nextApproval,
  startApproval,
} from '@/lib/client/swap/approval-state'
import {
  type Approval,
  needsReset,
  readAllowance,
  sendApproval,
  waitForApproval,
} from '@/lib/client/wallet/approve-token'
import { findPending, type PendingOf, whilePending } from '@/lib/client/wallet/pending-transaction'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { transactionTrouble } from '@/lib/client/wallet/transaction-error'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'

/** While the owner waits for an allowance. */
const eagerMs = 4_000
/** One block of the main network. */
const calmMs = 12_000

/** The allowance of an order, and the actions that set it. */
export type OrderApproval = {
  readonly state: ApprovalState
  /** The pending transaction; undefined also if a contract wallet has only its own id for it. */
  readonly transaction: Hex | undefined
  /** The last failure. */
  readonly error: unknown
  readonly choose: (extent: 'exact' | 'unlimited') => void
  readonly approve: () => void
}

type Needed = {
  readonly token: Address
  readonly owner: Address
  readonly needed: bigint
  /** Whether the required allowance is still unknown. */
  readonly isAwaited: boolean
  /** Whether the owner is a contract wallet, whose ids may not be transaction hashes. */
  readonly isContract: boolean
}

/**
 * Tracks the allowance of a token and has the wallet raise it. Resumes a transaction that was pending before a reload.
 */
export function useApproval({
  token,
  owner,
  needed,
  isAwaited,
  isContract,
}: Needed): OrderApproval {
  const config = useConfig()
  const { settings, network } = useSettings()
  const [state, send] = useReducer(nextApproval, needed, startApproval)
  const spender = toAddress(settings.vaultRelayerContract)
  const target = { chainId: network.chainId, token, owner, spender, amount: needed }
  const { run, error } = useRun(target, send)
  useAllowance(target, { state, send, isAwaited })
  useEffect(() => send({ type: 'need', needed }), [needed])
  usePendingTimeout(awaitedApproval(state), send)

  const approve = () =>
    run((request) => {
      const amount = state.extent === 'unlimited' ? maxUint256 : needed
      return raiseAllowance(config, {
        ...request,
        approval: { ...target, amount },
        isContract,
        send,
      })
    })

  const resume = useEffectEvent(() => {
    const nothing = { ...target, amount: 0n }
    const found = findPending(pendingOf(target))
    const hash = (found ?? findPending(pendingOf(nothing)))?.hash
    if (hash === undefined) return
    void run((request) => {
      send({ type: 'resume', id: request.id, step: found ? 'approve' : 'reset', hash })
      const approval = found ? target : nothing
      return follow(config, { ...request, approval, isContract, hash, send })
    })
  })
  useEffect(() => resume(), [])

  return {
    state,
    transaction: state.phase.at === 'chain' && !isContract ? state.phase.hash : undefined,
    error,
    choose: (extent) => send({ type: 'choose', extent }),
    approve: () => void approve(),
  }
}

type Send = Dispatch<ApprovalEvent>

/** A revocation is stored under its own key. */
const pendingOf = ({ chainId, token, owner, amount }: Approval): PendingOf => ({
  ...{ what: amount === 0n ? 'revocation' : 'approval', chainId, token, owner },
})

type Followed = Pick<Needed, 'isAwaited'> & { readonly state: ApprovalState; readonly send: Send }

/** Polls the allowance, more often while it is insufficient. */
function useAllowance(
  { chainId, token, owner, spender }: Approval,
  { state, send, isAwaited }: Followed,
): void {
  const { data: allowance, dataUpdatedAt } = useReadContract({
    ...{ chainId, address: token, abi: tokenAbi, functionName: 'allowance' },
    args: [owner, spender],
    query: {
      // The native token needs no allowance.
      enabled: token !== nativeToken && !isAwaited,
      refetchInterval: approvalStage(state) === 'sufficient' ? calmMs : eagerMs,
    },
  })
  const reportRead = useEffectEvent(() => {
    if (allowance !== undefined) send({ type: 'read', allowance })
  })
  // Every read counts, even if the value is unchanged.
  useEffect(() => {
    if (dataUpdatedAt > 0) reportRead()
  }, [dataUpdatedAt])
}

/** Runs one action on the allowance at a time, then reads the result; starts nothing new after an unmount. */
function useRun(target: Approval, send: Send) {
  const config = useConfig()
  const refresh = useRefreshChainReads()
  const requests = useRequests()
  const [error, setError] = useState<unknown>()
  useEffect(() => requests.stop, [requests])

  /** `work` returns the block in which the allowance was set, if known. */
  const run = async (work: (request: WalletRequest) => Promise<bigint | undefined>) => {
    const request = requests.begin()
    const { id, signal } = request
    setError(undefined)
    try {
      const block = await work(request)
      // The node that answers may lag behind the one that returned the receipt.
      const newest = () => readAllowance(config, target)
      const allowance = await readAllowance(config, target, block).catch(newest)
      send({ type: 'read', allowance, id })
    } catch (cause) {
      if (signal.aborted) return
      setError(cause)
      send({ type: 'fail', id, trouble: transactionTrouble(cause) })
    }
    refresh()
  }
  return { run, error }
}

type Raise = WalletRequest &
  Pick<Needed, 'isContract'> & { readonly approval: Approval; readonly send: Send }

/** Has the wallet approve, after a reset to zero if the token requires one. */
async function raiseAllowance(config: Config, request: Raise): Promise<bigint | undefined> {
  const { id, signal, approval, send } = request
  send({ type: 'ask', id, step: 'approve' })
  if (await needsReset(config, approval)) {
    send({ type: 'ask', id, step: 'reset' })
    const zero = { ...approval, amount: 0n }
    signal.throwIfAborted()
    await follow(config, { ...request, approval: zero, hash: await sendApproval(config, zero) })
    send({ type: 'ask', id, step: 'approve' })
  }
  signal.throwIfAborted()
  return follow(config, { ...request, hash: await sendApproval(config, approval) })
}

/** Waits for a transaction and returns its block; the transaction is stored meanwhile. */
async function follow(
  config: Config,
  sent: Raise & { readonly hash: Hex },
): Promise<bigint | undefined> {
  const { id, approval, send, hash, isContract, signal } = sent
  send({ type: 'send', id, hash })
  const block = await whilePending(pendingOf(approval), { hash }, (keep) => {
    const onSpedUp = (faster: Hex) => {
      keep(faster)
      send({ type: 'send', id, hash: faster })
    }
    return waitForApproval(config, { ...approval, hash, isContract, signal, onSpedUp })
  })
  send({ type: 'mine', id })
  return block
}
