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
    summary: 'Accounts that are banned, and why.',
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
    summary: 'Ban an account: no quotes, no new orders, and its open ones take part in no auction.',
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
  if (ban) throw conflict(`${address} is banned already: ${ban.reason}`)
  const open = await countOpenOrdersOf(ctx.db, address)
  return {
    action: 'ban',
    target: address,
    effect: `quotes and orders are refused; ${open} open ones stay open and take part in no auction`,
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
    effect: `quotes and orders are taken again; ${open} open ones take part in auctions again`,
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
