import { expect, test } from 'vitest'
import { notificationTypes } from '@/lib/core/notification'
import { someOf } from '@/lib/testing/cases'
import { untilExactlyOnce } from '@/lib/testing/faults/check-exactly-once'
import { crashPointsOf, openHistoryStage, runHistory } from '@/lib/testing/faults/exactly-once'

test.each(someOf([0, 1, 2]))(
  'trade history %i with kills and reorgs delivers each event once per account and channel',
  { tags: ['long'], timeout: 600_000 },
  async (seed) => {
    const stage = await openHistoryStage()
    try {
      await runHistory(stage, { seed, points: someOf(crashPointsOf(seed)) })
      const notifications = await untilExactlyOnce(stage)
      expect(new Set(notifications.map(({ type }) => type))).toEqual(new Set(notificationTypes))
      expect(notifications.filter(({ metadata }) => metadata.correction)).not.toEqual([])
    } finally {
      await stage.close()
    }
  },
)
