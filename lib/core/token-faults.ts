/**
 * Why a token is not traded, by the code that rows hold and pages get, with the text that descriptions of errors end
 * with. The message catalogues hold the pages' own texts.
 */
export const tokenFaults = {
  noContract: 'there is no ERC-20 contract at this address',
  fee: 'it takes a fee on transfer',
  changing: 'its balances change by themselves',
  failing: 'its transfers fail',
} as const

/** Why a token is not traded. */
export type TokenFault = keyof typeof tokenFaults

const faults = Object.keys(tokenFaults) as TokenFault[]

/** Finds the fault in a description of the API; undefined for any other reason, such as an operator's. */
export function readTokenFault(description: string): TokenFault | undefined {
  return faults.find((fault) => description.endsWith(tokenFaults[fault]))
}

/**
 * Reads a stored fault: a code, or the text of a row written before there were codes. Any other text counts as
 * `failing`, so that the token stays rejected.
 */
export function parseStoredFault(stored: string): TokenFault {
  return faults.find((fault) => fault === stored) ?? readTokenFault(stored) ?? 'failing'
}
