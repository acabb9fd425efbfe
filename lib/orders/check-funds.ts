import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { boundedCall } from '@/lib/chain/bounded-call'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { balancerVault } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'

const vaultAbi = parseAbi([
  'function getAuthorizer() view returns (address)',
  'function getActionId(bytes4 selector) view returns (bytes32)',
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[])',
  'function hasApprovedRelayer(address user, address relayer) view returns (bool)',
])
const authorizerAbi = parseAbi([
  'function canPerform(bytes32 actionId, address account, address where) view returns (bool)',
])
const manageUserBalance = toFunctionSelector(
  'manageUserBalance((uint8,address,uint256,address,address)[])',
)

/** Gas that a token may use to tell a balance. */
const readGas = 1_000_000n

type FundedOrder = { readonly chainId: number; readonly owner: Address; readonly order: Order }

/**
 * Refuses balances held in the Balancer vault where the vault does not let the vault relayer move them.
 *
 * @throws {ServiceError} UnsupportedBuyTokenDestination or UnsupportedSellTokenSource.
 */
export async function checkBalanceKinds(
  ctx: Context,
  { chainId, order }: { chainId: number; order: Order },
): Promise<void> {
  const { sellTokenBalance, buyTokenBalance } = order
  if (sellTokenBalance === 'erc20' && buyTokenBalance === 'erc20') return
  if (await isRelayerAuthorised(ctx, chainId)) return
  throw buyTokenBalance === 'erc20'
    ? new ServiceError(
        'UnsupportedSellTokenSource',
        `sellTokenBalance ${sellTokenBalance} is not supported on this network`,
      )
    : new ServiceError(
        'UnsupportedBuyTokenDestination',
        `buyTokenBalance ${buyTokenBalance} is not supported on this network`,
      )
}

/**
 * Refuses an order whose owner lacks sellAmount + feeAmount of the sell token, or has not let the vault
 * relayer take it, at the latest block. Spec: Submission errors.
 *
 * @throws {ServiceError} InsufficientBalance, InsufficientAllowance, UnsupportedToken when the token
 *   does not answer, InternalServerError when the RPC does not.
 */
export async function checkFunds(ctx: Context, funded: FundedOrder): Promise<void> {
  const { sellAmount, feeAmount, sellToken, sellTokenBalance } = funded.order
  const needed = sellAmount + feeAmount
  const [balance, allowance] = await Promise.all([
    readBalance(ctx, funded),
    readAllowance(ctx, funded),
  ])
  if (balance === undefined || allowance === undefined) {
    throw new ServiceError(
      'UnsupportedToken',
      `token ${sellToken} does not answer as an ERC-20 does`,
    )
  }
  if (balance < needed) {
    throw new ServiceError(
      'InsufficientBalance',
      `the owner has ${balance} of the sell token (${sellTokenBalance}), the order needs ${needed}`,
    )
  }
  if (allowance < needed) {
    throw new ServiceError(
      'InsufficientAllowance',
      `the vault relayer ${ctx.config.vaultRelayerContract} may take ${allowance} of the sell token (${sellTokenBalance}), the order needs ${needed}`,
    )
  }
}

function readBalance(ctx: Context, { chainId, owner, order }: FundedOrder) {
  if (order.sellTokenBalance !== 'internal') {
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] }
    return read<bigint>(ctx, { chainId, to: order.sellToken, ...call })
  }
  const call = {
    abi: vaultAbi,
    functionName: 'getInternalBalance',
    args: [owner, [order.sellToken]],
  }
  return read<readonly bigint[]>(ctx, { chainId, to: balancerVault, ...call }).then(
    (all) => all?.[0],
  )
}

/** `external` draws on the allowance of the vault; both that and `internal` on the owner's trust in our relayer. */
async function readAllowance(
  ctx: Context,
  { chainId, owner, order }: FundedOrder,
): Promise<bigint | undefined> {
  const relayer = ctx.config.vaultRelayerContract
  const source = order.sellTokenBalance
  if (source !== 'erc20') {
    const call = { abi: vaultAbi, functionName: 'hasApprovedRelayer', args: [owner, relayer] }
    const isApproved = await read<boolean>(ctx, { chainId, to: balancerVault, ...call })
    if (!isApproved) return 0n
    if (source === 'internal') return order.sellAmount + order.feeAmount
  }
  const spender = source === 'erc20' ? relayer : balancerVault
  const call = { abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }
  return read<bigint>(ctx, { chainId, to: order.sellToken, ...call })
}

async function isRelayerAuthorised(ctx: Context, chainId: number): Promise<boolean> {
  const vault = { chainId, to: balancerVault, abi: vaultAbi }
  const [authorizer, actionId] = await Promise.all([
    read<Address>(ctx, { ...vault, functionName: 'getAuthorizer', args: [] }),
    read<Address>(ctx, { ...vault, functionName: 'getActionId', args: [manageUserBalance] }),
  ])
  if (!authorizer || !actionId) return false
  const args = [actionId, ctx.config.vaultRelayerContract, balancerVault]
  const call = { abi: authorizerAbi, functionName: 'canPerform', args }
  return (await read<boolean>(ctx, { chainId, to: authorizer, ...call })) ?? false
}

type Read = {
  readonly chainId: number
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

/** What a contract answers; undefined when it reverts, is no contract, or answers something else. */
async function read<T>(
  ctx: Context,
  { chainId, to, abi, functionName, args }: Read,
): Promise<T | undefined> {
  const data = encodeFunctionData({ abi, functionName, args })
  const answer = await boundedCall(ctx, { chainId, to, data, gas: readGas })
  if (answer === undefined) return undefined
  try {
    return decodeFunctionResult({ abi, functionName, data: answer }) as T
  } catch {
    return undefined
  }
}
