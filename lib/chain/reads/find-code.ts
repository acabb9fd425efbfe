import { concat, pad } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { wordAt } from './aggregate-reads'

/**
 * Creation code that returns the code size of each of the words that follow it: Multicall3 has no such call. It runs in
 * `eth_call` without a target, as one request for all accounts.
 *
 * PUSH1 length, CODESIZE, SUB, DUP1, PUSH1 length, PUSH1 0, CODECOPY, PUSH1 0; loop: JUMPDEST, DUP2, DUP2, LT, ISZERO, PUSH1
 * end, JUMPI, DUP1, MLOAD, EXTCODESIZE, DUP2, MSTORE, PUSH1 32, ADD, PUSH1 loop, JUMP; end: JUMPDEST, POP, PUSH1 0, RETURN
 */
const codeSizes: Hex = '0x6024380380602460003960005b81811015601f5780513b8152602001600c565b506000f3'

/** Accounts per request: what creation code returns may have 24,576 bytes (EIP-170). */
const atOnce = 700

/**
 * Returns which accounts have code, delegated code of an account with a key included (EIP-7702).
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function findCode(
  { client, network }: Chain,
  accounts: Iterable<Address>,
  blockNumber?: bigint,
): Promise<ReadonlySet<Address>> {
  const all = [...new Set(accounts)]
  const found = new Set<Address>()
  for (let start = 0; start < all.length; start += atOnce) {
    const part = all.slice(start, start + atOnce)
    const data = concat([codeSizes, ...part.map((account) => pad(account))])
    const at = blockNumber === undefined ? {} : { blockNumber }
    const answer = await client.call({ data, ...at }).catch((cause) => {
      throw dependencyDown(network.title, cause)
    })
    for (const [index, account] of part.entries()) {
      const size = wordAt(answer.data, index)
      if (size === undefined)
        throw dependencyDown(network.title, new Error('code sizes are missing'))
      if (size > 0n) found.add(account)
    }
  }
  return found
}
