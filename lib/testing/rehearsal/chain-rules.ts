import { parseTransaction } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Network } from '@/lib/core/networks/network'
import { quantity, type Rpc } from '@/lib/devnet/rpc'
import type { NodeFaults } from '@/lib/testing/chain/node-proxy'
import type { ChainProfile } from './chain-profile'

type Filter = { readonly fromBlock?: string; readonly toBlock?: string }

/** Returns what a public node refuses: wide ranges of logs, and transactions above the network's gas limit. */
export function limitsOf(profile: ChainProfile): NonNullable<NodeFaults['refuses']> {
  const { logs, transactionGas = profile.blockGas } = profile
  return {
    eth_sendRawTransaction: ([raw]) => {
      const { gas = 0n } = parseTransaction(raw as `0x02${string}`)
      return gas > transactionGas
        ? `transaction gas limit too high (cap: ${transactionGas}, tx: ${gas})`
        : undefined
    },
    eth_getLogs: ([filter]) => {
      const { fromBlock = '', toBlock = '' } = filter as Filter
      // A block by hash or tag is one block.
      if (!fromBlock.startsWith('0x') || !toBlock.startsWith('0x')) return undefined
      const isWide = BigInt(toBlock) - BigInt(fromBlock) >= logs.maxBlocks
      return isWide ? logs.refusal : undefined
    },
  }
}

type Receipt = { readonly gasUsed: Hex; readonly effectiveGasPrice: Hex; readonly from: Address }

/** Adds to receipts what the network charges for data: Anvil knows no such fee. */
export function dataFeeFields(
  { dataFee = 0n }: ChainProfile,
  network: Network,
): NonNullable<NodeFaults['forge']> {
  if (network.dataFee === 'none') return {}
  const complete = (receipt: Receipt | null) => {
    if (!receipt) return receipt
    if (network.dataFee === 'arbitrum') {
      const gasUsed = quantity(BigInt(receipt.gasUsed) + dataFee)
      return { ...receipt, gasUsed, gasUsedForL1: quantity(dataFee) }
    }
    const operatorFee = { operatorFeeScalar: '0x0', operatorFeeConstant: '0x1' }
    return { ...receipt, l1Fee: quantity(dataFee), ...operatorFee }
  }
  return {
    eth_getTransactionReceipt: complete,
    eth_getBlockReceipts: (receipts: Receipt[] | null) => receipts?.map(complete) ?? null,
  }
}

type Charge = {
  readonly profile: ChainProfile
  readonly network: Network
  readonly rpc: Rpc
  readonly number: bigint
  readonly payer: Address
}

/** Takes the data fee of the payer's transactions in a block from its balance, as the network would. */
export async function chargeDataFee(charge: Charge): Promise<void> {
  const { profile, network, rpc, number, payer } = charge
  if (network.dataFee === 'none') return
  const { transactions } = (await rpc('eth_getBlockByNumber', [quantity(number), true])) as {
    readonly transactions: readonly { readonly hash: Hex; readonly from: Address }[]
  }
  const own = transactions.filter(({ from }) => from.toLowerCase() === payer)
  for (const { hash } of own) {
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as Receipt
    const { dataFee = 0n } = profile
    // The predeploy of the OP stack states the same for the L1 fee and the operator fee.
    const fee =
      network.dataFee === 'arbitrum' ? dataFee * BigInt(receipt.effectiveGasPrice) : 2n * dataFee
    const balance = BigInt((await rpc('eth_getBalance', [payer, 'latest'])) as Hex)
    await rpc('anvil_setBalance', [payer, quantity(balance - fee)])
  }
}
