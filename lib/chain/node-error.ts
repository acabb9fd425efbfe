import type { RpcRequestError } from 'viem'

/** Errors of viem for what a node does not know. */
type NotFoundName =
  | 'BlockNotFoundError'
  | 'TransactionNotFoundError'
  | 'TransactionReceiptNotFoundError'

/**
 * Returns whether an error of a node's client is the error of viem with this name. Compares names, not classes: the front
 * server creates the clients, and the bundle of the pages has its own copy of viem.
 */
export const isNotFound = (error: unknown, name: NotFoundName): boolean => nameOf(error) === name

/** Returns the node's own answer among the causes of a client's error; undefined if the node did not answer. */
export function findNodeAnswer(error: unknown): RpcRequestError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (nameOf(cause) === 'RpcRequestError') return cause as RpcRequestError
  }
  return undefined
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined)
