import { bytesToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** An account whose key everyone knows. */
export type TestAccount = { readonly address: Address; readonly privateKey: Hex }

/** The standard test mnemonic. Its keys are public: nothing of worth may ever be sent to them. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** How many accounts of the mnemonic are the test accounts. */
export const testAccountCount = 10

/** Index of the account whose address is on the solver allow-list of every embedded network. */
export const solverIndex = 9

/** Index of the account that owns the ERC-1271 wallet of the embedded mainnet. */
export const safeOwnerIndex = 8

/** Index of the account that operates an embedded network: deploys, trades and gives away. Past the test accounts. */
export const operatorIndex = 10

/** How many accounts a chain signs for: the test accounts and the operator. */
export const unlockedAccounts = operatorIndex + 1

/** Address of the operator account. */
export const operator: Address = '0xbcd4042de499d14e55001ccbb24a551f3b954096'

/** The account of the standard test mnemonic at an index. */
export function getTestAccount(index: number): TestAccount {
  const account = mnemonicToAccount(mnemonic, { addressIndex: index })
  const { privateKey } = account.getHdKey()
  if (!privateKey) throw new Error(`account ${index} has no key`)
  return { address: toAddress(account.address), privateKey: bytesToHex(privateKey) }
}

/** The ten accounts of the standard test mnemonic that hold tokens on every embedded network. */
export function listTestAccounts(): readonly TestAccount[] {
  return Array.from({ length: testAccountCount }, (_, index) => getTestAccount(index))
}
