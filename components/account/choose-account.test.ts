import { expect, test } from 'vitest'
import type { SessionView } from '@/lib/client/sign-in'
import type { Address } from '@/lib/core/address'
import { chooseAccount } from './choose-account'

const anna: Address = `0x${'a'.repeat(40)}`
const bert: Address = `0x${'b'.repeat(40)}`
const session = (account: Address): SessionView => ({
  ...{ id: account, account, networks: null },
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-28T09:30:00.000Z',
})

test('shows the connected account before signed-in accounts', () => {
  const choice = chooseAccount({
    connected: anna,
    sessions: [session(bert), session(anna)],
    chosen: undefined,
  })
  expect(choice.account).toBe(anna)
  expect(choice.session?.account).toBe(anna)
  expect(choice.accounts).toEqual([anna, bert])
})

test('without a wallet shows the account that signed in last', () => {
  const sessions = [session(bert), session(anna)]
  expect(chooseAccount({ connected: undefined, sessions, chosen: undefined }).account).toBe(bert)
})

test('keeps a selected account as long as the browser has its session', () => {
  const known = { connected: anna, chosen: bert }
  expect(chooseAccount({ ...known, sessions: [session(bert)] }).account).toBe(bert)
  expect(chooseAccount({ ...known, sessions: [] })).toEqual({
    account: anna,
    session: undefined,
    accounts: [anna],
  })
})
