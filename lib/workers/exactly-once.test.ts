import { expect, test } from 'vitest'
import { notificationTypes } from '@/lib/core/notification'
import { isLong } from '@/lib/testing/cases'
import { untilExactlyOnce } from '@/lib/testing/faults/check-exactly-once'
import { crashPointsOf, openHistoryStage, playHistory } from '@/lib/testing/faults/exactly-once'

test.each(isLong ? [1, 2] : [0])(
  'real trade with kills and reorganisations, history %i: each event, account and channel once',
  { tags: ['long'], timeout: 600_000 },
  async (seed) => {
    const stage = await openHistoryStage()
    try {
      await playHistory(stage, { seed, points: crashPointsOf(seed) })
      const told = await untilExactlyOnce(stage)
      expect(new Set(told.map(({ type }) => type))).toEqual(new Set(notificationTypes))
      expect(told.filter(({ metadata }) => metadata.correction)).not.toEqual([])
    } finally {
      await stage.close()
    }
  },
)
