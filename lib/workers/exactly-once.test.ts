import { expect, test } from 'vitest'
import { notificationTypes } from '@/lib/notifications/notification'
import { untilExactlyOnce } from '@/lib/testing/faults/check-exactly-once'
import { crashPointsOf, openHistoryStage, playHistory } from '@/lib/testing/faults/exactly-once'

test.each([0, 1, 2])(
  'real trade with kills and reorganisations, history %i: each event, account and channel once',
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
  600_000,
)
