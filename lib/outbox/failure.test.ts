import { describe, expect, test } from 'vitest'
import { describeFailure, type Failure, formatFailure, parseFailure } from './failure'

const failures: readonly (readonly [string, string, Failure])[] = [
  ['noAnswer', 'did not answer', { code: 'noAnswer' }],
  ['answered:410', 'answered 410', { code: 'answered', status: 410 }],
  [
    'redirected:302',
    'answered 302, and redirects are not followed',
    { code: 'redirected', status: 302 },
  ],
  [
    'noMailbox:550 5.1.1',
    'there is no such mailbox, the mail server said 550 5.1.1',
    { code: 'noMailbox', reply: '550 5.1.1' },
  ],
  [
    'telegramRateLimited:35',
    'Telegram asks to wait for 35 s',
    { code: 'telegramRateLimited', seconds: 35 },
  ],
  [
    'channelOff:web_push',
    'web push is switched off on this service',
    { code: 'channelOff', channel: 'web_push' },
  ],
  ['thisChannelOff', 'this channel is switched off on this service', { code: 'thisChannelOff' }],
  ['endpointOff', 'not sent, the receiver was given up', { code: 'endpointOff' }],
  [
    'endpointDisabled:alwaysFailed:answered:500',
    'not sent, the receiver was given up: every attempt of five days failed: answered 500',
    {
      code: 'endpointDisabled',
      why: { code: 'alwaysFailed', why: { code: 'answered', status: 500 } },
    },
  ],
  ['the moon: full', 'the moon: full', { code: 'other', text: 'the moon: full' }],
]

describe.each(failures)('%s', (stored, sentence, failure) => {
  test('is what is stored, and read again', () => {
    expect(formatFailure(failure)).toBe(stored)
    expect(parseFailure(stored)).toEqual(failure)
  })

  test('is read from the sentence of an older row, which operators see', () => {
    expect(parseFailure(sentence)).toEqual(failure)
    expect(describeFailure(failure)).toBe(sentence)
  })
})

test.each([
  'answered',
  'answered:',
  'answered:soon',
  'noAnswer:1',
  'channelOff:pigeon',
  'other',
  'toString',
])('%s is no code with its parameter, and stays as it is', (stored) => {
  expect(parseFailure(stored)).toEqual({ code: 'other', text: stored })
})
