import { bytesToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** An account with a publicly known key. */
export type TestAccount = { readonly address: Address; readonly privateKey: Hex }

/** The standard test mnemonic. Its keys are public: never send anything of value to them. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** Number of test accounts derived from the mnemonic. */
export const testAccountCount = 10

/** Index of the account that is on the solver allow-list of every embedded network. */
export const solverIndex = 9

/** Index of the account that owns the ERC-1271 wallet of the embedded mainnet. */
export const safeOwnerIndex = 8

/** Index of the operator of an embedded network, which deploys, trades and runs the faucet. Past the test accounts. */
export const operatorIndex = 10

/** Number of accounts unlocked on a chain: the test accounts and the operator. */
export const unlockedAccounts = operatorIndex + 1

/** Address of the operator account. */
export const operator: Address = '0xbcd4042de499d14e55001ccbb24a551f3b954096'

/** Returns the account of the standard test mnemonic at an index. */
export function getTestAccount(index: number): TestAccount {
  const account = mnemonicToAccount(mnemonic, { addressIndex: index })
  const { privateKey } = account.getHdKey()
  if (!privateKey) throw new Error(`account ${index} has no key`)
  return { address: toAddress(account.address), privateKey: bytesToHex(privateKey) }
}

/** Returns the ten accounts of the standard test mnemonic that hold tokens on every embedded network. */
export function listTestAccounts(): readonly TestAccount[] {
  return Array.from({ length: testAccountCount }, (_, index) => getTestAccount(index))
}
