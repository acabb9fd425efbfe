'use client'

import { useEffect, useReducer, useRef, useState } from 'react'
import { type Config, useConfig, useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import {
  type ApprovalEvent,
  type ApprovalState,
  type ApprovalTrouble,
  approvalStage,
  nextApproval,
  startApproval,
} from '@/lib/client/swap/approval-state'
import {
  type Approval,
  needsReset,
  readAllowance,
  sendApproval,
  TransactionError,
  waitForSuccess,
} from '@/lib/client/wallet/approve-token'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import { findApproval, forgetApproval, keepApproval } from '@/lib/client/wallet/pending-approval'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { type Address, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { useRefreshChainReads } from './use-balances'
import { useLateness } from './use-lateness'

const eagerMs = 4_000
const calmMs = 12_000

/** The allowance that an order needs, and how it is given. */
export type OrderApproval = {
  readonly state: ApprovalState
  /** What went wrong last. */
  readonly error: unknown
  readonly choose: (extent: 'exact' | 'unlimited') => void
  readonly approve: () => void
}

type Needed = { readonly token: Address; readonly owner: Address; readonly needed: bigint }

/** Follows the allowance of a token, and has the wallet raise it; goes on with what was on its way before. */
export function useApproval({ token, owner, needed }: Needed): OrderApproval {
  const config = useConfig()
  const { settings, network } = useSettings()
  const refresh = useRefreshChainReads()
  const [state, send] = useReducer(nextApproval, needed, startApproval)
  const [error, setError] = useState<unknown>()
  const newest = useRef({ id: 0, abort: new AbortController() })
  const spender = toAddress(settings.vaultRelayerContract)
  const target = { chainId: network.chainId, token, owner, spender, amount: needed }

  const { data: allowance, dataUpdatedAt } = useReadContract({
    ...{ chainId: network.chainId, address: token, abi: tokenAbi, functionName: 'allowance' },
    args: [owner, spender],
    query: { refetchInterval: approvalStage(state) === 'sufficient' ? calmMs : eagerMs },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading counts, an equal one too.
  useEffect(() => {
    if (allowance !== undefined) send({ type: 'read', allowance })
  }, [allowance, dataUpdatedAt])
  useEffect(() => send({ type: 'need', needed }), [needed])
  useLateness(state.phase.at === 'wallet' ? state.phase.id : undefined, send)

  const run = async (work: (run: Pick<Raise, 'id' | 'signal'>) => Promise<void>) => {
    newest.current.abort.abort()
    const abort = new AbortController()
    const id = newest.current.id + 1
    newest.current = { id, abort }
    setError(undefined)
    try {
      await work({ id, signal: abort.signal })
      const read = await readAllowance(config, target)
      send({ type: 'read', allowance: read, id })
    } catch (cause) {
      if (abort.signal.aborted) return
      setError(cause)
      send({ type: 'fail', id, trouble: troubleOf(cause) })
    }
    forgetApproval(target)
    refresh()
  }

  const approve = () =>
    run(async ({ id, signal }) => {
      const amount = state.extent === 'unlimited' ? maxUint256 : needed
      await raise(config, { id, signal, approval: { ...target, amount }, tell: send })
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was on its way at first.
  useEffect(() => {
    const hash = findApproval(target)
    if (hash === undefined) return
    void run(async ({ id, signal }) => {
      send({ type: 'resume', id, hash })
      await follow(config, { id, signal, approval: target, hash, tell: send })
    })
  }, [])

  return {
    state,
    error,
    choose: (extent) => send({ type: 'choose', extent }),
    approve: () => void approve(),
  }
}

type Raise = {
  readonly id: number
  /** Aborted when the wallet is asked anew: then nothing more is asked of it for this one. */
  readonly signal: AbortSignal
  readonly approval: Approval
  readonly tell: (event: ApprovalEvent) => void
}

/** Has the wallet approve, after a reset where the token wants one. */
async function raise(config: Config, { id, signal, approval, tell }: Raise): Promise<void> {
  tell({ type: 'ask', id, step: 'approve' })
  if (await needsReset(config, approval)) {
    tell({ type: 'ask', id, step: 'reset' })
    const zero = { ...approval, amount: 0n }
    signal.throwIfAborted()
    await follow(config, { id, signal, approval, tell, hash: await sendApproval(config, zero) })
    tell({ type: 'ask', id, step: 'approve' })
  }
  signal.throwIfAborted()
  const hash = await sendApproval(config, approval)
  keepApproval(approval, hash)
  await follow(config, { id, signal, approval, tell, hash })
}

/** Waits until a transaction is on the chain. */
async function follow(config: Config, sent: Raise & { readonly hash: Hex }): Promise<void> {
  const { id, approval, tell, hash } = sent
  const onSpedUp = (faster: Hex) => tell({ type: 'send', id, hash: faster })
  tell({ type: 'send', id, hash })
  await waitForSuccess(config, { chainId: approval.chainId, hash, onSpedUp })
  tell({ type: 'mine', id })
}

function troubleOf(error: unknown): ApprovalTrouble {
  if (error instanceof TransactionError) return error.reason
  return isDeclined(error) ? 'rejected' : 'failed'
}
