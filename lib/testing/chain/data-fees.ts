import { numberToHex } from 'viem'
import { gasPriceOracle, nodeInterface } from '@/lib/chain/data-fee'
import type { Network } from '@/lib/core/networks/network'
import { createRpc } from '@/lib/devnet/rpc'

/**
 * Gives a chain the predeploy that states the data fee. It answers every call with `fee`: an L1 fee and an operator fee in
 * wei each, or gas.
 */
export async function setPredeployAnswer(
  rpcUrl: string,
  dataFee: Exclude<Network['dataFee'], 'none'>,
  fee: bigint,
): Promise<void> {
  const address = dataFee === 'op-stack' ? gasPriceOracle : nodeInterface
  const size = dataFee === 'op-stack' ? '20' : '60'
  // PUSH8 fee; PUSH1 0; MSTORE; PUSH1 size; PUSH1 0; RETURN
  const code = `0x67${numberToHex(fee, { size: 8 }).slice(2)}60005260${size}6000f3`
  await createRpc(rpcUrl)('anvil_setCode', [address, code])
}
