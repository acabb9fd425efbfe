import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import {
  deleteBannedAccount,
  insertBannedAccount,
  listBannedAccounts,
} from '@/lib/quotes/banned-account-store'
import { type Change, type Command, conflict, type Invocation } from './command'
import { changeOptions } from './options'
import { countOpenOrdersOf } from './order-query'
import { readAddress, readParameters } from './parameters'

/** Accounts whose orders are refused (spec: Forbidden). */
export const banCommands: readonly Command[] = [
  {
    name: 'bans list',
    parameters: '',
    summary: 'List banned accounts with the reason.',
    options: [],
    list: async (ctx) => {
      const banned = await listBannedAccounts(ctx.db)
      return banned.map(({ address, reason, createdAt }) => ({
        address,
        since: createdAt.toISOString(),
        reason,
      }))
    },
  },
  {
    name: 'bans add',
    parameters: '<address>',
    summary:
      'Ban an account: refuse its quotes and new orders, and keep its open orders out of auctions.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planBan(ctx, addressOf(invocation))],
  },
  {
    name: 'bans remove',
    parameters: '<address>',
    summary: 'Lift a ban.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planUnban(ctx, addressOf(invocation))],
  },
]

async function planBan(ctx: Context, address: Address): Promise<Change> {
  const ban = await findBan(ctx, address)
  if (ban) throw conflict(`${address} is already banned: ${ban.reason}`)
  const open = await countOpenOrdersOf(ctx.db, address)
  return {
    action: 'ban',
    target: address,
    effect: `quotes and new orders are refused; ${open} open orders stay open but out of auctions`,
    details: { openOrders: open },
    apply: async (tx, { reason, at }) =>
      insertBannedAccount(tx, { address, reason, createdAt: at }),
  }
}

async function planUnban(ctx: Context, address: Address): Promise<Change> {
  const ban = await findBan(ctx, address)
  if (!ban) throw conflict(`${address} is not banned`)
  const open = await countOpenOrdersOf(ctx.db, address)
  return {
    action: 'unban',
    target: address,
    effect: `quotes and new orders are accepted again; ${open} open orders return to auctions`,
    details: { bannedFor: ban.reason, bannedSince: ban.createdAt.toISOString() },
    apply: async (tx) => {
      if (!(await deleteBannedAccount(tx, address))) throw conflict(`${address} is not banned`)
    },
  }
}

async function findBan(ctx: Context, address: Address) {
  const banned = await listBannedAccounts(ctx.db)
  return banned.find((account) => account.address === address)
}

function addressOf({ parameters }: Invocation): Address {
  const [address = ''] = readParameters(parameters, ['<address>'])
  return readAddress(address)
}
