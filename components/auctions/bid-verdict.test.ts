import { describe, expect, it } from 'vitest'
import { bidVerdict } from './bid-verdict'

const bid = {
  isWinner: false,
  filteredOut: false,
  isSettled: false,
  txHash: undefined,
  fault: undefined,
}

describe('bidVerdict', () => {
  it('tells winners by how far they have come', () => {
    const won = { ...bid, isWinner: true, txHash: '0x01' } as const
    expect(bidVerdict({ ...won, isSettled: true })).toEqual({ word: 'Won', tone: 'surplus' })
    expect(bidVerdict(won).word).toBe('Won, settling')
    expect(bidVerdict({ ...bid, isWinner: true, fault: 'not sent in time' })).toEqual({
      word: 'Won, not sent',
      tone: 'warn',
      why: 'Not sent in time.',
    })
  })

  it('tells the others why they did not win', () => {
    expect(bidVerdict(bid)).toEqual({ word: 'Outbid', tone: 'neutral' })
    expect(bidVerdict({ ...bid, filteredOut: true, fault: 'the simulation reverted!' })).toEqual({
      word: 'Left out',
      tone: 'warn',
      why: 'The simulation reverted!',
    })
    expect(bidVerdict({ ...bid, filteredOut: true }).why).toMatch(/less than another bid/)
  })
})
