import { describe, expect, it } from 'vitest'
import { chooseLocale } from './locale'

const accept = (accepted: string | null) => chooseLocale({ chosen: undefined, accepted })

describe('chooseLocale', () => {
  it('prefers the user’s choice to the browser’s', () => {
    expect(chooseLocale({ chosen: 'en', accepted: 'de' })).toBe('en')
    expect(chooseLocale({ chosen: 'de', accepted: 'en' })).toBe('de')
  })

  it('ignores unsupported languages', () => {
    expect(chooseLocale({ chosen: 'xx', accepted: 'de' })).toBe('de')
    expect(chooseLocale({ chosen: '', accepted: 'fr, it' })).toBe('en')
  })

  it('parses regions and weights of Accept-Language', () => {
    expect(accept('de-AT')).toBe('de')
    expect(accept('fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7')).toBe('de')
    expect(accept('de;q=0.3,en-GB;q=0.8')).toBe('en')
    expect(accept('de;q=0, fr')).toBe('en')
    expect(accept('fr, *;q=0.5, de;q=0.4')).toBe('en')
  })

  it('falls back to English without a header, or with a malformed one', () => {
    expect(accept(null)).toBe('en')
    expect(accept('')).toBe('en')
    expect(accept(';;;q=x,,')).toBe('en')
  })
})
