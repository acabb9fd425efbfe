import { expect, test } from 'vitest'
import { networks } from '@/lib/core/networks'
import { safeQueueUrl } from './safe-link'

const safe = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

test('the link to a Safe’s queue has its checksummed address', () => {
  expect(safeQueueUrl({ chainId: 1, safe })).toBe(
    'https://app.safe.global/transactions/queue?safe=eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  )
})

test('every network of the registry has a queue, no other has', () => {
  for (const { chainId } of networks) expect(safeQueueUrl({ chainId, safe })).toContain('safe=')
  expect(safeQueueUrl({ chainId: 31_337, safe })).toBeUndefined()
})
