import { encodeFunctionData, erc20Abi } from 'viem'
import type { SimulatedCall } from '@/lib/chain/simulation/bounded-simulation'
import type { Address } from '@/lib/core/address'

/** Gas limit of a balance read or transfer: some tokens call other contracts first. */
const tokenGas = 500_000n

/** Divisor of a holder's balance: the fraction transferred in a test. */
export const sentPart = 100n

type TokenCall = Pick<SimulatedCall, 'from'> & {
  readonly token: Address
  readonly functionName: 'balanceOf' | 'transfer' | 'approve' | 'transferFrom'
  readonly args: readonly (Address | bigint)[]
}

/** Encodes a call to a token for a simulation. */
export function callToken({ from, token, functionName, args }: TokenCall): SimulatedCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return { from, to: token, data, gas: tokenGas }
}

/** Encodes the call that reads an account's token balance. */
export function askBalance(token: Address, account: Address): SimulatedCall {
  return callToken({ from: account, token, functionName: 'balanceOf', args: [account] })
}
