import { expect, test } from 'vitest'
import { serialize } from 'wagmi'
import { readStoredAccount } from './stored-account'

const account = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connection = { accounts: [account], chainId: 1, connector: { id: 'demo-0' } }

/** The cookie in wagmi's format. */
const cookieOf = (current: string | null) =>
  `coincide.store=${serialize({
    state: { chainId: 1, connections: new Map([['a1', connection]]), current },
    version: 3,
  })}`

test('reads the connected account from wagmi’s cookie', () => {
  expect(readStoredAccount(`network=1; ${cookieOf('a1')}; theme=dark`)).toBe(account.toLowerCase())
})

test.each([
  ['no cookie', ''],
  ['nobody connected', cookieOf(null)],
  ['a cookie of something else', 'coincide.store=17'],
  ['a cookie that is cut off', cookieOf('a1').slice(0, 60)],
])('%s: no account', (_, cookies) => {
  expect(readStoredAccount(cookies)).toBeUndefined()
})
