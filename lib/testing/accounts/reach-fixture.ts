import type { Address } from '@/lib/core/address'
import type { NetworkScope } from '@/lib/core/identity'
import type { NewNotification } from '@/lib/core/notification'
import { type Database, inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { accountOf } from '@/lib/testing/channels/delivery-fixture'
import type { AccountFixture, Asking } from './account-fixture'

/** Sessions of one account, each valid for other networks. */
export type Reaches = {
  readonly account: Address
  /** Valid on mainnet, signed in as the owner of the account's contract there. */
  readonly one: Asking
  /** Valid on Gnosis Chain, signed in as the owner of the contract there. */
  readonly hundred: Asking
  readonly both: Asking
  /** Valid on all networks, as if signed in with the account's key. */
  readonly all: Asking
}

/** An account fixture in which one account has sessions of different network scopes; for one test file. */
export type ReachFixture = {
  readonly fixture: AccountFixture
  /** Opens the sessions of a new account. */
  readonly enter: () => Promise<Reaches>
  /** Opens another session of an account. */
  readonly enterAs: (account: Address, networks: NetworkScope) => Promise<Asking>
  /** Notifies an account once on mainnet and once on Gnosis Chain; returns the ids, which end in `name`. */
  readonly tell: (
    account: Address,
    name: string,
  ) => Promise<readonly [one: string, hundred: string]>
}

let accounts = 0x1000

/** Opens the fixture on an account fixture. */
export function openReachFixture(fixture: AccountFixture): ReachFixture {
  const enterAs = async (account: Address, networks: NetworkScope) =>
    (await fixture.signIn({ account, networks })).ask
  return {
    fixture,
    enterAs,
    enter: async () => {
      const account = accountOf(++accounts)
      return {
        account,
        one: await enterAs(account, [1]),
        hundred: await enterAs(account, [100]),
        both: await enterAs(account, [1, 100]),
        all: await enterAs(account, null),
      }
    },
    tell: (account, name) => notifyOnBoth(fixture.ctx.db, { account, name }),
  }
}

/** Notifies an account once on mainnet and once on Gnosis Chain; returns the ids. */
export async function notifyOnBoth(
  db: Database,
  { account, name }: { readonly account: Address; readonly name: string },
): Promise<readonly [one: string, hundred: string]> {
  const ids = [`${account} 1 ${name}`, `${account} 100 ${name}`] as const
  const notifications = [notice(account, ids[0], 1), notice(account, ids[1], 100)]
  await inTransaction(db, (tx) => saveNotifications(tx, notifications))
  return ids
}

function notice(account: Address, id: string, chainId: number): NewNotification {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  const metadata = { orderId: orderUid, executedAmount: '1', chainId }
  const facts = { account, chainId, type: 'order_filled', message: 'Order filled.' } as const
  return { ...facts, id, orderUid, metadata }
}
