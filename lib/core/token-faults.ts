/** Why a token is not traded, as worded by the API; pages have their own texts. */
export const tokenFaults = {
  noContract: 'there is no ERC-20 contract at this address',
  fee: 'it takes a fee on transfer',
  changing: 'its balances change by themselves',
  failing: 'its transfers fail',
} as const

/** Why a token is not traded. */
export type TokenFault = keyof typeof tokenFaults

/** Finds the fault in an API text; undefined for any other reason, such as an operator's. */
export function readTokenFault(text: string): TokenFault | undefined {
  const faults = Object.keys(tokenFaults) as TokenFault[]
  return faults.find((fault) => text.endsWith(tokenFaults[fault]))
}
