import { describe, expect, it } from 'vitest'
import { readSearch } from './read-search'

describe('readSearch', () => {
  it('distinguishes orders, transactions and addresses by their length', () => {
    expect(readSearch(`0x${'1A'.repeat(56)}`)).toEqual({
      kind: 'order',
      uid: `0x${'1a'.repeat(56)}`,
    })
    expect(readSearch('ab'.repeat(32))).toEqual({
      kind: 'transaction',
      hash: `0x${'ab'.repeat(32)}`,
    })
    expect(readSearch(` 0X${'Cd'.repeat(20)}\n`)).toEqual({
      kind: 'address',
      address: `0x${'cd'.repeat(20)}`,
    })
  })

  it('accepts a hash broken into lines', () => {
    expect(readSearch(`0x${'ab'.repeat(16)}\n  ${'cd'.repeat(16)}`).kind).toBe('transaction')
  })

  it('reads a number as an auction, and other words as a token', () => {
    expect(readSearch('42')).toEqual({ kind: 'auction', id: '42' })
    expect(readSearch('0')).toEqual({ kind: 'token', text: '0' })
    expect(readSearch('  Wrapped   Ether ')).toEqual({ kind: 'token', text: 'Wrapped Ether' })
    expect(readSearch('0x12')).toEqual({ kind: 'token', text: '0x12' })
  })

  it('recognises an empty field', () => {
    expect(readSearch(' \n ')).toEqual({ kind: 'nothing' })
  })
})
