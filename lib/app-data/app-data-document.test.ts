import { describe, expect, it } from 'vitest'
import { hashAppData, parseAppData } from './app-data-document'
import { noMetadata } from './metadata'

const refused: [string, string][] = [
  ['no JSON', 'not json'],
  ['an array', '[]'],
  ['a number', '1'],
  ['null', 'null'],
  ['a version that is no string', '{"version":1,"metadata":{}}'],
  ['metadata that is no object', '{"version":"1","metadata":[]}'],
  ['metadata that is null', '{"version":"1","metadata":null}'],
  ['a signer that is no address', '{"metadata":{"signer":"0x12"}}'],
  ['a lone surrogate', '{"a":"\ud800"}'],
  ['nesting deeper than 32', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
  ['more than 8192 bytes', `{"a":"${'é'.repeat(4093)}"}`],
]

describe('app data document', () => {
  it.each([
    ['{}', '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d'],
    [
      '{"appCode":"CoW Swap","metadata":{},"version":"0.7.0"}',
      '0x337aa6e6c2a7a0d1eb79a35ebd88b08fc963d5f7a3fc953b7ffb2b7f5898a1df',
    ],
    [
      '{"appCode":"CoW Swap","environment":"production","metadata":{"quote":{"slippageBips":"50","version":"0.2.0"},"orderClass":{"orderClass":"market","version":"0.1.0"}},"version":"0.6.0"}',
      '0x8af4e8c9973577b08ac21d17d331aade86c11ebcc5124744d621ca8365ec9424',
    ],
  ])('matches the public hash of %s', (text, hash) => {
    expect(hashAppData(text)).toBe(hash)
    expect(parseAppData(text).hash).toBe(hash)
  })

  it('hashes the exact bytes, not the parsed content', () => {
    expect(hashAppData('{ }')).not.toBe(hashAppData('{}'))
  })

  it.each(refused)('rejects %s as InvalidAppData', (_, text) => {
    expect(() => parseAppData(text)).toThrow(expect.objectContaining({ code: 'InvalidAppData' }))
  })

  it('accepts exactly 8192 bytes and 32 levels of nesting', () => {
    expect(parseAppData(`{"a":"${'x'.repeat(8184)}"}`).text).toHaveLength(8192)
    expect(parseAppData(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`).metadata).toEqual(noMetadata)
  })

  it('returns the signer in lower case', () => {
    const signer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const { metadata } = parseAppData(JSON.stringify({ metadata: { signer } }))
    expect(metadata.signer).toBe(signer.toLowerCase())
  })
})
