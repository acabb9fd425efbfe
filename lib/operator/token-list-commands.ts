import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { getNetwork, networks } from '@/lib/core/networks'
import { getTokens } from '@/lib/tokens/get-tokens'
import { listListedAddresses, listListedTokens, updateListed } from '@/lib/tokens/token-store'
import { type Change, type Command, conflict } from './command'
import { changeOptions } from './options'
import { type NamedToken, readToken } from './parameters'

/** Commands for the token list; only trades in listed tokens count for affiliates. */
export const tokenListCommands: readonly Command[] = [
  {
    name: 'tokens listed',
    parameters: '',
    summary: 'Tokens of the token list.',
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
    summary: 'Put a token on the token list: pages offer it, and its trades count for affiliates.',
    options: changeOptions,
    plan: async (ctx, { parameters }) => [await planList(ctx, readToken(parameters))],
  },
  {
    name: 'tokens unlist',
    parameters: '<network> <token>',
    summary: 'Take a token off the token list.',
    options: changeOptions,
    plan: async (ctx, { parameters }) => [await planUnlist(ctx, readToken(parameters))],
  },
]

async function planList(ctx: Context, { network, address }: NamedToken): Promise<Change> {
  const { chainId, name } = network
  if (address === nativeToken) {
    throw conflict(
      `the native token is offered anyway: list the wrapped one, ${network.wrappedNative}`,
    )
  }
  const already = conflict(`${address} is on the token list of ${name} already`)
  if (await isListed(ctx, { network, address })) throw already
  const token = (await getTokens(ctx, { chainId, addresses: [address] })).get(address)
  const { symbol, decimals } = token ?? {}
  if (symbol === undefined || decimals === undefined) {
    throw conflict(`the contract ${address} on ${name} tells no symbol or no decimals: not a token`)
  }
  return {
    action: 'list-token',
    target: `${name} ${address}`,
    effect: `${symbol} (${decimals} decimals) is offered, and its trades count for affiliates`,
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
      'it is not offered, and unless it is of a known asset its trades count for no affiliate',
    details: { chainId },
    apply: async (tx) => {
      if (!(await updateListed(tx, { chainId, address, listed: false }))) throw missing
    },
  }
}

async function isListed({ db }: Context, { network, address }: NamedToken): Promise<boolean> {
  return (await listListedAddresses(db, network.chainId)).includes(address)
}
