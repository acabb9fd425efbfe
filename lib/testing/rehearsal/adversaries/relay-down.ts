import type { Adversary } from '@/lib/testing/rehearsal/adversary'

/** The private relay does not answer. Settlements wait for it, since in public they could be front-run. */
export const relayDown: Adversary = {
  name: 'relay-down',
  submission: 'private',
  stopsSettling: true,
  start: async ({ stage: { chain } }) => {
    await chain.relay.stop()
    return () => chain.relay.start()
  },
}
