import { encodeFunctionData, numberToHex } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { type Context, memoized } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { getTokens } from './get-tokens'
import { findDenial, lookUpToken } from './look-up-token'
import { isRebasing } from './rebasing-tokens'
import { symbolOf, type Token } from './token'
import { saveUnsupported } from './token-store'

/** An account that holds a token, whose transfer can be tried: any pool of it. */
export type HolderOf = (token: Address) => Address | undefined | Promise<Address | undefined>

/**
 * Refuses tokens that cannot be traded: denied by the operator, without a contract, marked as unsupported,
 * changing balances by themselves (by list, or as their transfers tell), or delivering less than was sent (tried
 * once per token and process, from a pool that holds it, in a simulation).
 *
 * @throws {ServiceError} UnsupportedToken naming the token; InternalServerError when the RPC is down.
 */
export async function checkTokens(
  ctx: Context,
  input: { chainId: number; addresses: readonly Address[]; holderOf: HolderOf },
): Promise<void> {
  // Asked at the same time, all of it is one question to the database.
  const [denied, tokens, unfaithful] = await Promise.all([
    findDenial(ctx, input),
    getTokens(ctx, input),
    findUnfaithful(ctx, input),
  ])
  if (denied) {
    throw new ServiceError(
      'UnsupportedToken',
      `token ${denied.address} is not supported: the operator does not serve it (${denied.reason})`,
    )
  }
  for (const token of tokens.values()) {
    if (token.address === nativeToken) continue
    const reason = unfaithful.has(token.address)
      ? changing
      : (token.unsupported ?? (await findFault(ctx, token, input.holderOf)))
    if (!reason) continue
    throw new ServiceError(
      'UnsupportedToken',
      `token ${symbolOf(token)} (${token.address}) is not supported: ${reason}`,
    )
  }
}

async function findFault(
  ctx: Context,
  token: Token,
  holderOf: HolderOf,
): Promise<string | undefined> {
  if (token.decimals === undefined) return 'there is no ERC-20 contract at this address'
  if (isRebasing(token.chainId, token.address)) return changing
  const holder = await holderOf(token.address)
  if (!holder) return undefined
  const key = `tokens:transfer:${token.chainId}:${token.address}`
  const fault = await memoized(ctx, key, () => tryTransfer(ctx, token, holder)).catch(() => {
    ctx.memo.delete(key)
    return undefined
  })
  // A paused token may be let go again: that it fails now is not remembered.
  if (fault === failing) ctx.memo.delete(key)
  else if (fault) await saveUnsupported(ctx.db, token, fault)
  return fault
}

/**
 * The tokens whose transfers were seen not to add up to their balances, as far as transfers are indexed. Without a base
 * token nothing trades, so it is for the operator to deny one.
 */
async function findUnfaithful(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<ReadonlySet<Address>> {
  const { baseTokens } = ctx.chain(chainId).network
  const others = addresses.filter((address) => !baseTokens.includes(address))
  const facts = await Promise.all(
    others.map(async (address) => ({ address, ...(await lookUpToken(ctx, { chainId, address })) })),
  )
  return new Set(facts.filter(({ isUnfaithful }) => isUnfaithful).map(({ address }) => address))
}

const changing = 'its balances change by themselves'

const failing = 'its transfers fail'

const recipient: Address = '0xc01c1de0c01c1de0c01c1de0c01c1de0c01c1de1'

async function tryTransfer(
  ctx: Context,
  token: Token,
  holder: Address,
): Promise<string | undefined> {
  const { client } = ctx.chain(token.chainId)
  const balance = (account: Address) => ({
    from: account,
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  })
  const held = await client.readContract({
    address: token.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  const sent = held / 100n
  if (sent === 0n) return undefined
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [recipient, sent],
  })
  const calls = [
    balance(recipient),
    { from: holder, to: token.address, data: transfer },
    balance(recipient),
  ]
  const [block] = (await client.request({
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ calls }], validation: false }, 'latest'],
  } as never)) as unknown as { calls: { status: string; returnData: `0x${string}` }[] }[]
  const [before, moved, after] = block?.calls ?? []
  if (!before || !after || moved?.status !== numberToHex(1)) return failing
  const arrived = BigInt(after.returnData) - BigInt(before.returnData)
  return arrived < sent ? 'it takes a fee on transfer' : undefined
}
