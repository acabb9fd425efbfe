'use client'

import { type Dispatch, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { type Config, useConfig, useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
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
import { findApproval, forgetApproval, keepApproval } from '@/lib/client/wallet/pending-approval'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { transactionTrouble } from '@/lib/client/wallet/transaction-error'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { useLateness } from './use-lateness'
import { useRequests, type WalletRequest } from './use-requests'

const eagerMs = 4_000
const calmMs = 12_000

/** The allowance that an order needs, and how it is given. */
export type OrderApproval = {
  readonly state: ApprovalState
  /** Its transaction on the way; undefined also where a contract wallet knows it by a name of its own. */
  readonly transaction: Hex | undefined
  /** What went wrong last. */
  readonly error: unknown
  readonly choose: (extent: 'exact' | 'unlimited') => void
  readonly approve: () => void
}

type Needed = {
  readonly token: Address
  readonly owner: Address
  readonly needed: bigint
  /** Whether the owner is a contract wallet, which may name transactions that the chain does not know. */
  readonly isContract: boolean
}

/** Follows the allowance of a token, and has the wallet raise it; goes on with what was on its way before. */
export function useApproval({ token, owner, needed, isContract }: Needed): OrderApproval {
  const config = useConfig()
  const { settings, network } = useSettings()
  const [state, send] = useReducer(nextApproval, needed, startApproval)
  const spender = toAddress(settings.vaultRelayerContract)
  const target = { chainId: network.chainId, token, owner, spender, amount: needed }
  const { run, error } = useRun(target, send)
  useAllowance(target, { state, tell: send })
  useEffect(() => send({ type: 'need', needed }), [needed])
  useLateness(awaitedApproval(state), send)

  const approve = () =>
    run((request) => {
      const amount = state.extent === 'unlimited' ? maxUint256 : needed
      return raise(config, { ...request, approval: { ...target, amount }, isContract, tell: send })
    })

  const resume = useEffectEvent(() => {
    const hash = findApproval(target)
    if (hash === undefined) return
    void run((request) => {
      send({ type: 'resume', id: request.id, hash })
      return follow(config, { ...request, approval: target, isContract, hash, tell: send })
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

type Tell = Dispatch<ApprovalEvent>

/** Reads the allowance again and again, eagerly while it does not suffice. */
function useAllowance(
  { chainId, token, owner, spender }: Approval,
  { state, tell }: { readonly state: ApprovalState; readonly tell: Tell },
): void {
  const { data: allowance, dataUpdatedAt } = useReadContract({
    ...{ chainId, address: token, abi: tokenAbi, functionName: 'allowance' },
    args: [owner, spender],
    query: {
      // The native token is paid, not taken.
      enabled: token !== nativeToken,
      refetchInterval: approvalStage(state) === 'sufficient' ? calmMs : eagerMs,
    },
  })
  const tellReading = useEffectEvent(() => {
    if (allowance !== undefined) tell({ type: 'read', allowance })
  })
  // Each reading counts, an equal one too.
  useEffect(() => {
    if (dataUpdatedAt > 0) tellReading()
  }, [dataUpdatedAt])
}

/** Does one work for the allowance at a time, and reads what it came to. */
function useRun(target: Approval, tell: Tell) {
  const config = useConfig()
  const refresh = useRefreshChainReads()
  const requests = useRequests()
  const [error, setError] = useState<unknown>()

  const run = async (work: (request: WalletRequest) => Promise<void>) => {
    const request = requests.begin()
    const { id, signal } = request
    setError(undefined)
    try {
      await work(request)
      const allowance = await readAllowance(config, target)
      tell({ type: 'read', allowance, id })
    } catch (cause) {
      if (signal.aborted) return
      setError(cause)
      tell({ type: 'fail', id, trouble: transactionTrouble(cause) })
    }
    forgetApproval(target)
    refresh()
  }
  return { run, error }
}

type Raise = WalletRequest &
  Pick<Needed, 'isContract'> & { readonly approval: Approval; readonly tell: Tell }

/** Has the wallet approve, after a reset where the token wants one. */
async function raise(config: Config, asked: Raise): Promise<void> {
  const { id, signal, approval, tell } = asked
  tell({ type: 'ask', id, step: 'approve' })
  if (await needsReset(config, approval)) {
    tell({ type: 'ask', id, step: 'reset' })
    const zero = { ...approval, amount: 0n }
    signal.throwIfAborted()
    await follow(config, { ...asked, approval: zero, hash: await sendApproval(config, zero) })
    tell({ type: 'ask', id, step: 'approve' })
  }
  signal.throwIfAborted()
  const hash = await sendApproval(config, approval)
  keepApproval(approval, hash)
  await follow(config, { ...asked, hash })
}

/** Waits until a transaction is on the chain. */
async function follow(config: Config, sent: Raise & { readonly hash: Hex }): Promise<void> {
  const { id, approval, tell, hash, isContract, signal } = sent
  const onSpedUp = (faster: Hex) => tell({ type: 'send', id, hash: faster })
  tell({ type: 'send', id, hash })
  await waitForApproval(config, { ...approval, hash, isContract, signal, onSpedUp })
  tell({ type: 'mine', id })
}
