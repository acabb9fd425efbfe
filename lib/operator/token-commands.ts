import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import {
  deleteDeniedToken,
  insertDeniedToken,
  listDeniedTokens,
} from '@/lib/tokens/policy/denied-token-store'
import { type Change, type Command, conflict } from './command'
import { changeOptions } from './options'
import { countOpenOrdersIn } from './order-list-store'
import { type NamedToken, readToken } from './parameters'

/** Commands for the deny list: orders and quotes in its tokens are refused (spec: UnsupportedToken). */
export const tokenCommands: readonly Command[] = [
  {
    name: 'tokens denied',
    parameters: '',
    summary: 'Tokens on the deny list, and why.',
    options: [],
    list: async (ctx) => {
      const denied = await listDeniedTokens(ctx.db)
      return denied.map(({ chainId, address, reason, createdAt }) => ({
        network: getNetwork(chainId).name,
        address,
        since: createdAt.toISOString(),
        reason,
      }))
    },
  },
  {
    name: 'tokens deny',
    parameters: '<network> <token>',
    summary: 'Deny a token: no quotes, no new orders, no auctions of open ones.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planDeny(ctx, readToken(invocation.parameters))],
  },
  {
    name: 'tokens allow',
    parameters: '<network> <token>',
    summary: 'Take a token off the deny list.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planAllow(ctx, readToken(invocation.parameters))],
  },
]

async function planDeny(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId, wrappedNative } = network
  const denied = await findDenied(ctx, { network, address })
  if (denied) throw conflict(`${address} is denied already: ${denied.reason}`)
  // Orders in the native token trade the wrapped token.
  const traded = address === wrappedNative ? [address, nativeToken] : [address]
  const open = await countOpenOrdersIn(ctx.db, chainId, traded)
  return {
    action: 'deny-token',
    target: `${network.name} ${address}`,
    effect: `quotes and orders are refused; ${open} open orders take part in no auction`,
    details: { chainId, openOrders: open },
    apply: async (tx, { reason, at }) =>
      insertDeniedToken(tx, { chainId, address, reason, createdAt: at }),
  }
}

async function planAllow(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId } = network
  const missing = `${address} is not on the deny list of ${network.name}`
  const denied = await findDenied(ctx, { network, address })
  if (!denied) throw conflict(missing)
  const { reason, createdAt } = denied
  return {
    action: 'allow-token',
    target: `${network.name} ${address}`,
    effect: 'quotes and orders are taken again',
    details: { chainId, deniedFor: reason, deniedSince: createdAt.toISOString() },
    apply: async (tx) => {
      if (!(await deleteDeniedToken(tx, { chainId, address }))) throw conflict(missing)
    },
  }
}

async function findDenied(ctx: Context, { network, address }: NamedToken) {
  const denied = await listDeniedTokens(ctx.db)
  return denied.find((token) => token.chainId === network.chainId && token.address === address)
}
