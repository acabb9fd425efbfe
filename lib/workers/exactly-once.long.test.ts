import { test } from 'vitest'
import { untilExactlyOnce } from '@/lib/testing/faults/check-exactly-once'
import { crashPoints, openHistoryStage, runHistory } from '@/lib/testing/faults/exactly-once'

const seeds = Array.from({ length: 5 }, (_, index) => index + 3)

test.each(seeds)(
  'trade history %i settles exactly once with a worker killed at every point',
  { tags: ['long'] },
  async (seed) => {
    const stage = await openHistoryStage()
    try {
      await runHistory(stage, { seed, points: crashPoints })
      await untilExactlyOnce(stage)
    } finally {
      await stage.close()
    }
  },
)
