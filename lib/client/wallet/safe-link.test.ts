import { expect, test } from 'vitest'
import { networks } from '@/lib/core/networks'
import { safeQueueUrl } from './safe-link'

const safe = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

test('owners of a Safe are led to its queue, by the address in its written form', () => {
  expect(safeQueueUrl({ chainId: 1, safe })).toBe(
    'https://app.safe.global/transactions/queue?safe=eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  )
})

test('there is a queue on every network that the service knows, and on no other', () => {
  for (const { chainId } of networks) expect(safeQueueUrl({ chainId, safe })).toContain('safe=')
  expect(safeQueueUrl({ chainId: 31_337, safe })).toBeUndefined()
})
