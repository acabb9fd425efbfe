import { expect, it } from 'vitest'
import { messageArguments } from './message-arguments'

it('finds values, tags and select choices, nested ones included', () => {
  const text =
    'Sell {amount} <b>{token}</b>{kind, select, sell {} other { for {price}}}: {n, plural, =0 {none} one {order} other {# orders}}'
  expect(messageArguments(text)).toEqual(
    ['<b>', 'amount', 'kind', 'kind=other', 'kind=sell', 'n', 'price', 'token'].sort(),
  )
})

it('finds nothing in plain text', () => {
  expect(messageArguments('No order yet.')).toEqual([])
})

it.each(['{a', 'a}', '{a, plural, one {x}', '{}'])('rejects %s', (text) => {
  expect(() => messageArguments(text)).toThrow()
})
