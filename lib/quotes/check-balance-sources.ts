import { decodeFunctionResult, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import { boundedCall } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { balancerVault } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'

const authorizerAbi = parseAbi([
  'function canPerform(bytes32 actionId, address account, address where) view returns (bool)',
])
const manageUserBalance = toFunctionSelector(
  'manageUserBalance((uint8,address,uint256,address,address)[])',
)

/** Gas limit of a read of the vault or its authorizer; one takes some tens of thousands. */
const readGas = 1_000_000n

/**
 * Rejects internal and external balances of a quote or an order where the Balancer vault has not authorised the vault
 * relayer.
 *
 * @throws {ServiceError} UnsupportedBuyTokenDestination or UnsupportedSellTokenSource; InternalServerError when the
 *   network's RPC does not answer.
 */
export async function checkBalanceSources(
  ctx: Context,
  chainId: number,
  { sellTokenBalance, buyTokenBalance }: Pick<Order, 'sellTokenBalance' | 'buyTokenBalance'>,
): Promise<void> {
  if (sellTokenBalance === 'erc20' && buyTokenBalance === 'erc20') return
  if (await isRelayerAuthorised(ctx, chainId)) return
  throw buyTokenBalance === 'erc20'
    ? new ServiceError(
        'UnsupportedSellTokenSource',
        `sellTokenBalance ${sellTokenBalance} is not supported on this network; use erc20`,
      )
    : new ServiceError(
        'UnsupportedBuyTokenDestination',
        `buyTokenBalance ${buyTokenBalance} is not supported on this network; use erc20`,
      )
}

/**
 * Returns whether the vault relayer may move balances of the vault. A contract that does not answer like the vault is not
 * the vault.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function isRelayerAuthorised(ctx: Context, chainId: number): Promise<boolean> {
  const call = (to: Hex, data: Hex) => boundedCall(ctx, { chainId, to, data, gas: readGas })
  const [authorizer, actionId] = await Promise.all([
    call(balancerVault, encodeFunctionData({ abi: vaultAbi, functionName: 'getAuthorizer' })),
    call(
      balancerVault,
      encodeFunctionData({
        abi: vaultAbi,
        functionName: 'getActionId',
        args: [manageUserBalance],
      }),
    ),
  ])
  if (authorizer?.length !== 66 || actionId?.length !== 66) return false
  const data = encodeFunctionData({
    abi: authorizerAbi,
    args: [actionId, ctx.config.vaultRelayerContract, balancerVault],
  })
  const answer = await call(toAddress(`0x${authorizer.slice(26)}`), data)
  return (
    answer?.length === 66 && decodeFunctionResult({ abi: authorizerAbi, data: answer }) === true
  )
}
