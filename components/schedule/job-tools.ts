import type { Config } from 'wagmi'
import type { ServedNetwork } from '@/components/app/settings'
import { ensureOrder } from '@/lib/client/ensure-order'
import { fetchAllowanceNeed } from '@/lib/client/portfolio/read-portfolio'
import { followPresignature, sendPresignatures } from '@/lib/client/presign/send-presignature'
import type { PartOrder } from '@/lib/client/schedule/part-order'
import type { JobTools } from '@/lib/client/schedule/run-job'
import type { SigningJob } from '@/lib/client/schedule/signing-job'
import { signOrder, signOrderByContract } from '@/lib/client/sign-order'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import type { Address } from '@/lib/core/address'

type Input = {
  readonly network: ServedNetwork
  readonly settlementContract: Address
  readonly spender: Address
  /** Whether the account is a contract wallet, whose signatures its contract checks. */
  readonly isContract: boolean
  /** Aborted when another run begins or the page is left. */
  readonly signal: AbortSignal
  readonly job: () => SigningJob | undefined
  readonly nowMs: () => number
}

/** Returns what a job needs of the connected wallet and of the service. */
export function jobTools(config: Config, input: Input): JobTools {
  const { network, settlementContract, isContract, signal } = input
  const { chainId } = network
  const sign = async ({ order }: PartOrder) => {
    await walletClientOn(config, network)
    const signer = walletSigner(config, chainId)
    const toSign = { order, from: order.receiver, chainId, settlementContract }
    signal.throwIfAborted()
    return isContract ? signOrderByContract(signer, toSign) : signOrder(signer, toSign)
  }
  return {
    settlementContract,
    scheme: isContract ? 'eip1271' : 'eip712',
    sign,
    submit: (part) => ensureOrder(network.name, part, { signal, tries: 1 }),
    confirm: async (uids, onSent) => {
      const job = input.job()
      if (!job) return
      await walletClientOn(config, network)
      const { owner, sellToken: token, parts } = job
      const total = parts.reduce((sum, { sellAmount }) => sum + sellAmount, 0n)
      const amount = await fetchAllowanceNeed(network.name, { token, owner, amount: total })
      signal.throwIfAborted()
      const approval = { chainId, token, owner, spender: input.spender, amount }
      const sent = await sendPresignatures(config, { uids, settlementContract, approval })
      onSent()
      await followPresignature(config, { chainId, ...sent })
    },
    nowMs: input.nowMs,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  }
}
