import { checksumAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { checkRecipient, type RecipientProblem, readRecipient } from './recipient'

const person: Address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const settlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41'
const refused = { tokens: new Set([token]), protocol: new Set([settlement]) }
const read = (text: string | undefined) => readRecipient(text, refused)

describe('the recipient', () => {
  test('is the owner by default', () => {
    expect(read(undefined)).toEqual({ kind: 'owner' })
  })

  test.each([
    ['with its checksum', checksumAddress(person)],
    ['in small letters', person],
    ['in capitals', `0x${person.slice(2).toUpperCase()}`],
    ['with blanks around it', `  ${person}\n`],
  ])('is an address %s', (_, text) => {
    expect(read(text)).toEqual({ kind: 'address', address: person })
  })

  test.each(['alice.eth', 'pay.alice.eth', 'bücher.xyz'])('may be the name %s', (name) => {
    expect(read(` ${name} `)).toEqual({ kind: 'name', name })
  })

  test.each<[string, RecipientProblem]>([
    ['', 'missing'],
    ['  ', 'missing'],
    ['alice', 'malformed'],
    ['alice..eth', 'malformed'],
    ['https://alice.eth/', 'malformed'],
    [person.slice(0, -1), 'malformed'],
    [`${person}0`, 'malformed'],
    [checksumAddress(person).replace('d8dA', 'D8dA'), 'checksum'],
    [checksumAddress(person).replace('6045', '6046'), 'checksum'],
    [`0x${'0'.repeat(40)}`, 'zero'],
    [token, 'token'],
    [checksumAddress(settlement), 'protocol'],
  ])('rejects "%s": %s', (text, problem) => {
    expect(read(text)).toEqual({ kind: 'problem', problem })
  })

  test('is checked alike if it comes from a name', () => {
    expect(checkRecipient(person, refused)).toEqual({ kind: 'address', address: person })
    expect(checkRecipient(settlement, refused)).toEqual({ kind: 'problem', problem: 'protocol' })
  })
})
