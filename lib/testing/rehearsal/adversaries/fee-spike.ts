import type { Adversary } from '@/lib/testing/rehearsal/adversary'

const factor = 10n

/** The base fee rises tenfold from one block to the next, and stays there. */
export const feeSpike: Adversary = {
  name: 'fee-spike',
  submission: 'private',
  stopsSettling: false,
  start: async ({ stage: { chain } }) => {
    chain.raiseFees(factor)
    return async () => chain.raiseFees(1n)
  },
}
