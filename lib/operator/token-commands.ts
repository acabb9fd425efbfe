import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { getNetwork, networks } from '@/lib/core/networks'
import { getTokens } from '@/lib/tokens/get-tokens'
import {
  deleteDeniedToken,
  insertDeniedToken,
  listDeniedTokens,
} from '@/lib/tokens/policy/denied-token-store'
import { listListedAddresses, listListedTokens, updateListed } from '@/lib/tokens/token-store'
import { type Change, type Command, conflict } from './command'
import { changeOptions } from './options'
import { countOpenOrdersIn } from './order-query'
import { type NamedToken, readToken } from './parameters'

/** Commands for the deny list: orders and quotes in its tokens are refused (spec: UnsupportedToken). */
export const tokenCommands: readonly Command[] = [
  {
    name: 'tokens denied',
    parameters: '',
    summary: 'List tokens on the deny list with the reason.',
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
    summary:
      'Deny a token: refuse quotes and new orders, and keep its open orders out of auctions.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planDeny(ctx, readToken(invocation.parameters))],
  },
  {
    name: 'tokens allow',
    parameters: '<network> <token>',
    summary: 'Remove a token from the deny list.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planAllow(ctx, readToken(invocation.parameters))],
  },
]

async function planDeny(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId, wrappedNative } = network
  const denied = await findDenied(ctx, { network, address })
  if (denied) throw conflict(`${address} is already denied: ${denied.reason}`)
  // Orders in the native token trade the wrapped token.
  const traded = address === wrappedNative ? [address, nativeToken] : [address]
  const open = await countOpenOrdersIn(ctx.db, chainId, traded)
  return {
    action: 'deny-token',
    target: `${network.name} ${address}`,
    effect: `quotes and new orders are refused; ${open} open orders stay out of auctions`,
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
    effect: 'quotes and new orders are accepted again',
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

/** Commands for the token list; only trades in listed tokens count for affiliates. */
export const tokenListCommands: readonly Command[] = [
  {
    name: 'tokens listed',
    parameters: '',
    summary: 'List the tokens of the token list.',
    options: [],
    list: async (ctx) => {
      const listed = await listListedTokens(
        ctx.db,
        networks.map(({ chainId }) => chainId),
      )
      return listed.map(({ chainId, address, symbol = '', name = '', decimals = '' }) => ({
        network: getNetwork(chainId).name,
        address,
        symbol,
        name,
        decimals,
      }))
    },
  },
  {
    name: 'tokens list',
    parameters: '<network> <token>',
    summary:
      'Add a token to the token list: the UI offers it, and its trades count for affiliates.',
    options: changeOptions,
    plan: async (ctx, { parameters }) => [await planList(ctx, readToken(parameters))],
  },
  {
    name: 'tokens unlist',
    parameters: '<network> <token>',
    summary: 'Remove a token from the token list.',
    options: changeOptions,
    plan: async (ctx, { parameters }) => [await planUnlist(ctx, readToken(parameters))],
  },
]

async function planList(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId, name } = network
  if (address === nativeToken) {
    throw conflict(
      `the native token is always offered: list the wrapped token, ${network.wrappedNative}`,
    )
  }
  const already = conflict(`${address} is already on the token list of ${name}`)
  if (await isListed(ctx, { network, address })) throw already
  const token = (await getTokens(ctx, { chainId, addresses: [address] })).get(address)
  const { symbol, decimals } = token ?? {}
  if (symbol === undefined || decimals === undefined) {
    throw conflict(
      `the contract ${address} on ${name} has no symbol or no decimals, so it is not a token`,
    )
  }
  return {
    action: 'list-token',
    target: `${name} ${address}`,
    effect: `${symbol} (${decimals} decimals) is offered in the UI, and its trades count for affiliates`,
    details: { chainId, symbol, decimals },
    apply: async (tx) => {
      if (!(await updateListed(tx, { chainId, address, listed: true }))) throw already
    },
  }
}

async function planUnlist(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId, name } = network
  const missing = conflict(`${address} is not on the token list of ${name}`)
  if (!(await isListed(ctx, { network, address }))) throw missing
  return {
    action: 'unlist-token',
    target: `${name} ${address}`,
    effect:
      'the UI does not offer it; its trades count for affiliates only if it belongs to a known asset',
    details: { chainId },
    apply: async (tx) => {
      if (!(await updateListed(tx, { chainId, address, listed: false }))) throw missing
    },
  }
}

async function isListed({ db }: Context, { network, address }: NamedToken): Promise<boolean> {
  return (await listListedAddresses(db, network.chainId)).includes(address)
}
