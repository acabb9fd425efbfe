import { encodeFunctionData, erc20Abi } from 'viem'
import type { SimulatedCall } from '@/lib/chain/simulation/bounded-simulation'
import type { Address } from '@/lib/core/address'

/** Gas of a call that moves or tells balances: some tokens ask others first. */
const tokenGas = 500_000n

/** The part of what a holder has that is sent to see what arrives. */
export const sentPart = 100n

type TokenCall = Pick<SimulatedCall, 'from'> & {
  readonly token: Address
  readonly functionName: 'balanceOf' | 'transfer' | 'approve' | 'transferFrom'
  readonly args: readonly (Address | bigint)[]
}

/** A call to a token, to be played in a simulation. */
export function callToken({ from, token, functionName, args }: TokenCall): SimulatedCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return { from, to: token, data, gas: tokenGas }
}

/** The question for an account's balance of a token. */
export function askBalance(token: Address, account: Address): SimulatedCall {
  return callToken({ from: account, token, functionName: 'balanceOf', args: [account] })
}
