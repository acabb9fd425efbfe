import { describe, expect, it } from 'vitest'
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
  it('tells winners by how far they have come', () => {
    const won = { ...bid, isWinner: true }
    expect(bidVerdict(t, { ...won, settlement: 'settled' })).toEqual({
      word: 'Won',
      tone: 'surplus',
    })
    expect(bidVerdict(t, { ...won, settlement: 'settling' }).word).toBe('Won, settling')
    expect(bidVerdict(t, { ...won, settlement: 'failed' }).word).toBe('Won, not settled')
    expect(bidVerdict(t, { ...won, fault: 'not sent in time' })).toEqual({
      word: 'Won, not sent',
      tone: 'warn',
      why: 'It was not sent in time.',
    })
  })

  it('tells the others why they did not win', () => {
    expect(bidVerdict(t, bid)).toEqual({ word: 'Outbid', tone: 'neutral' })
    expect(bidVerdict(t, { ...bid, filteredOut: true, fault: 'the simulation reverted!' })).toEqual(
      {
        word: 'Left out',
        tone: 'warn',
        why: 'The simulation reverted!',
      },
    )
    expect(bidVerdict(t, { ...bid, filteredOut: true }).why).toMatch(/less than another bid/)
  })

  it('tells in the language of the reader what the service found, and keeps what the chain says', () => {
    const german = translatorOf('auctions', 'de')
    const why = (fault: string) => bidVerdict(german, { ...bid, isWinner: true, fault }).why
    expect(why('an order has ended')).toBe('Einer seiner Aufträge ist beendet.')
    expect(why('reverts: GPv2: order expired')).toBe(
      'Die Abrechnung scheitert: GPv2: order expired.',
    )
    expect(why('the moon is full')).toBe('The moon is full.')
  })
})
