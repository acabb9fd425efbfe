import type { RpcRequestError } from 'viem'

/** The errors of viem by which a node says that it does not know something. */
type UnknownSubject =
  | 'BlockNotFoundError'
  | 'TransactionNotFoundError'
  | 'TransactionReceiptNotFoundError'

/**
 * Tells whether an error of a node's client is viem's error of that name. It compares names, not classes: the front
 * server creates the clients, and the pages' bundle has its own copy of viem.
 */
export const isUnknown = (error: unknown, name: UnknownSubject): boolean => nameOf(error) === name

/** Returns the node's own answer among the causes of a client's error; undefined if the node did not answer. */
export function findNodeAnswer(error: unknown): RpcRequestError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (nameOf(cause) === 'RpcRequestError') return cause as RpcRequestError
  }
  return undefined
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined)
