'use client'

import { useCallback, useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { type PlacedSwap, placeSwap } from '@/lib/client/swap/place-swap'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import { approveToken, needsReset, readAllowance } from '@/lib/client/wallet/approve-token'
import type { WalletProblem } from '@/lib/client/wallet/wallet-problem'
import { type Address, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { useRefreshChainReads } from './use-balances'

/** Where the way from review to acceptance stands. */
export type Stage = 'review' | 'resetting' | 'approving' | 'signing' | 'sending'

/** The way from review to acceptance. */
export type PlaceOrder = {
  readonly stage: Stage
  readonly problem: WalletProblem | undefined
  /** Seconds until the next try of a busy service. */
  readonly retrySeconds: number | undefined
  readonly approve: (approval: ApprovalInput) => Promise<void>
  readonly sign: (order: SignInput) => Promise<PlacedSwap | undefined>
  /** Gives a submission up that is being tried again. */
  readonly stop: () => void
}

type ApprovalInput = {
  readonly token: Address
  readonly owner: Address
  readonly needed: bigint
  readonly extent: 'exact' | 'unlimited'
}

type SignInput = {
  readonly from: Address
  readonly offer: QuoteOffer
  readonly slippageBps: number
}

/** Approves, signs and submits; each wallet request by its own press of a button. */
export function usePlaceOrder(): PlaceOrder {
  const config = useConfig()
  const { settings, network } = useSettings()
  const refresh = useRefreshChainReads()
  const abort = useRef<AbortController>(undefined)
  const [stage, setStage] = useState<Stage>('review')
  const [problem, setProblem] = useState<WalletProblem>()
  const [retrySeconds, setRetrySeconds] = useState<number>()

  const run = useCallback(async <T>(first: Stage, work: () => Promise<T>) => {
    setProblem(undefined)
    setRetrySeconds(undefined)
    setStage(first)
    try {
      return await work()
    } catch (error) {
      if (!abort.current?.signal.aborted) setProblem(describeSigningProblem(error))
      return undefined
    } finally {
      abort.current = undefined
      setStage('review')
    }
  }, [])

  const approve = ({ token, owner, needed, extent }: ApprovalInput) =>
    run('approving', async () => {
      const amount = extent === 'unlimited' ? maxUint256 : needed
      const spender = toAddress(settings.vaultRelayerContract)
      const approval = { chainId: network.chainId, token, owner, spender, amount }
      if (await needsReset(config, approval)) {
        setStage('resetting')
        await approveToken(config, { ...approval, amount: 0n })
        setStage('approving')
      }
      await approveToken(config, approval)
      const allowance = await readAllowance(config, approval)
      refresh()
      if (allowance < needed) throw new Error('You approved less than the order needs.')
    })

  const sign = (input: SignInput) =>
    run('signing', () => {
      const controller = new AbortController()
      abort.current = controller
      return placeSwap(config, {
        ...input,
        network,
        settlementContract: toAddress(settings.settlementContract),
        onSigned: () => setStage('sending'),
        onRetry: setRetrySeconds,
        signal: controller.signal,
      })
    })

  return { stage, problem, retrySeconds, approve, sign, stop: () => abort.current?.abort() }
}
