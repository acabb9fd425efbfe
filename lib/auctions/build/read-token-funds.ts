import { encodeFunctionData } from 'viem'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { aggregateStrangeReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Funds } from '@/lib/orders/placement/funds-calls'

/** Tokens of an account, and their spender. */
export type Purse = {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/** Maximum number of tokens read at a time. */
const atOnce = 16

/**
 * Reads owners' balances and spenders' allowances at one block, in atoms; 0 if the token does not answer. Each token is
 * read in its own request, so that a hostile one cannot affect others.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function readTokenFunds(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly purses: readonly Purse[]
  },
): Promise<(purse: Purse) => Funds> {
  const byToken = new Map<Address, Map<string, Purse>>()
  for (const purse of input.purses) {
    const purses = byToken.get(purse.token) ?? new Map<string, Purse>()
    byToken.set(purse.token, purses.set(keyOf(purse), purse))
  }
  const groups = [...byToken.values()].map((purses) => [...purses.values()])
  const funds = new Map<string, Funds>()
  for (let start = 0; start < groups.length; start += atOnce) {
    const batch = groups.slice(start, start + atOnce)
    await Promise.all(
      batch.map(async (purses) => {
        const answers = await aggregateStrangeReads(ctx, {
          ...input,
          reads: purses.flatMap(readsOf),
        })
        for (const [i, purse] of purses.entries()) {
          funds.set(keyOf(purse), toFunds(answers.slice(2 * i, 2 * i + 2)))
        }
      }),
    )
  }
  return (purse) => funds.get(keyOf(purse)) ?? { balance: 0n, allowance: 0n }
}

const keyOf = ({ token, owner, spender }: Purse) => `${token} ${owner} ${spender}`

function readsOf({ token: target, owner, spender }: Purse) {
  const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
  const allowance = { abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const
  return [
    { target, callData: encodeFunctionData(balance) },
    { target, callData: encodeFunctionData(allowance) },
  ]
}

function toFunds([balance, allowance]: readonly (Hex | undefined)[]): Funds {
  return { balance: wordAt(balance, 0) ?? 0n, allowance: wordAt(allowance, 0) ?? 0n }
}
