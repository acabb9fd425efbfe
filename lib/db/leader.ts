import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from './database'

/**
 * Asserts that `epoch` is still the newest of a role and keeps it so until the transaction ends: a leader that was
 * replaced during a pause must not write (fencing token).
 *
 * @throws {ServiceError} Conflict when the role has another epoch.
 */
export async function assertLeader(tx: Transaction, role: string, epoch: bigint): Promise<void> {
  const [row] = await tx.$queryRaw<{ epoch: bigint }[]>`
    SELECT epoch FROM leaders WHERE role = ${role} FOR SHARE`
  if (row?.epoch === epoch) return
  throw new ServiceError('Conflict', `${role} is led by another process since epoch ${epoch}`)
}
