import { describe, expect, it } from 'vitest'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import { translatorOf } from '@/lib/testing/translator-of'
import { bidVerdict } from './bid-verdict'

const t = translatorOf('auctions')

const bid = {
  isWinner: false,
  filteredOut: false,
  settlement: undefined,
  fault: undefined,
}

describe('bidVerdict', () => {
  it('labels winners by the progress of their settlement', () => {
    const won = { ...bid, isWinner: true }
    expect(bidVerdict(t, { ...won, settlement: 'settled' })).toEqual({
      word: 'Won',
      tone: 'surplus',
    })
    expect(bidVerdict(t, { ...won, settlement: 'settling' }).word).toBe('Won, settling')
    expect(bidVerdict(t, { ...won, settlement: 'failed' }).word).toBe('Won, not settled')
    expect(bidVerdict(t, { ...won, fault: { code: 'late' } })).toEqual({
      word: 'Won, not sent',
      tone: 'warn',
      why: 'It was not sent in time.',
    })
  })

  it('states why the others did not win', () => {
    expect(bidVerdict(t, bid)).toEqual({ word: 'Outbid', tone: 'neutral' })
    const fault = { code: 'other', text: 'the simulation reverted!' } as const
    expect(bidVerdict(t, { ...bid, filteredOut: true, fault })).toEqual({
      word: 'Filtered out',
      tone: 'neutral',
      why: 'The simulation reverted!',
    })
    expect(bidVerdict(t, { ...bid, filteredOut: true }).why).toMatch(
      /^Another bid on one of its token pairs/,
    )
  })

  it('translates the service’s reasons and quotes the chain’s', () => {
    const german = translatorOf('auctions', 'de')
    const why = (fault: BidFault) => bidVerdict(german, { ...bid, isWinner: true, fault }).why
    expect(why({ code: 'ended' })).toBe('Einer seiner Aufträge ist beendet.')
    expect(why({ code: 'reverts', reason: 'GPv2: order expired' })).toBe(
      'Die Abrechnung wird zurückgesetzt: GPv2: order expired.',
    )
    expect(why({ code: 'other', text: 'the moon is full' })).toBe('The moon is full.')
  })

  it.each([
    [{ code: 'gasTooDear' }, 'Gas costs more than MAX_GAS_PRICE_GWEI.'],
    [{ code: 'overDayCap' }, 'Above CANARY_DAY_NATIVE.'],
    [{ code: 'settlingOff' }, 'SETTLE=shadow: nothing is sent.'],
    [
      { code: 'unprofitable', maxFee: '7', gas: '90000' },
      'Unprofitable: pays at most 7 wei per gas for 90000 gas.',
    ],
  ] as const)('words %o', (fault, why) => {
    expect(bidVerdict(t, { ...bid, isWinner: true, fault })).toMatchObject({ why })
  })
})
