import { encodeAbiParameters } from 'viem'
import type { Hex } from '@/lib/core/bytes'

/** A contract's raw answers to the calls of a token; it reverts for absent ones. */
export type UntrustedToken = {
  readonly totalSupply?: Hex
  readonly decimals?: Hex
  readonly symbol?: Hex
  readonly name?: Hex
}

const selectors = {
  totalSupply: '18160ddd',
  decimals: '313ce567',
  symbol: '95d89b41',
  name: '06fdde03',
} as const

/** ABI-encodes a text as a return value. */
export function abiText(text: string): Hex {
  return encodeAbiParameters([{ type: 'string' }], [text])
}

/** ABI-encodes a number as a return value. */
export function abiNumber(value: bigint): Hex {
  return encodeAbiParameters([{ type: 'uint256' }], [value])
}

/** Returns code for `anvil_setCode` that gives these answers. */
export function untrustedTokenCode(token: UntrustedToken): Hex {
  const answers = Object.entries(token).map(([name, data]) => ({
    selector: selectors[name as keyof UntrustedToken],
    data: data.slice(2),
  }))
  const handlersAt = 6 + 11 * answers.length + 5
  let dataAt = handlersAt + 16 * answers.length
  const [entries, handlers] = [[] as string[], [] as string[]]
  for (const [i, { selector, data }] of answers.entries()) {
    const size = word(data.length / 2)
    entries.push(`8063${selector}1461${word(handlersAt + 16 * i)}57`)
    handlers.push(`5b61${size}61${word(dataAt)}60003961${size}6000f3`)
    dataAt += data.length / 2
  }
  const data = answers.map((answer) => answer.data)
  return `0x60003560e01c${entries.join('')}60006000fd${handlers.join('')}${data.join('')}`
}

function word(value: number): string {
  return value.toString(16).padStart(4, '0')
}
