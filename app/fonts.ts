import localFont from 'next/font/local'

/**
 * Headings. The weight axis is pinned to 600 and the glyphs cut to Latin, which halves the file
 * (20 KB instead of 41): the three fonts together stay under the 90 KB budget.
 */
export const displayFont = localFont({
  src: './fonts/bricolage-grotesque-600-latin.woff2',
  weight: '600',
  variable: '--f-display',
  display: 'fallback',
  fallback: ['ui-serif', 'Georgia', 'serif'],
  adjustFontFallback: 'Arial',
})

/** Body text and controls. */
export const uiFont = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--f-ui',
  display: 'fallback',
  fallback: ['system-ui', 'sans-serif'],
  adjustFontFallback: 'Arial',
})

/**
 * Ids, hashes and stamps; fetched only by pages that show one. Until then `mono-until` of globals.css reserves its
 * space.
 */
export const monoFont = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--f-mono',
  display: 'fallback',
  preload: false,
  fallback: ['mono-until', 'ui-monospace', 'monospace'],
  adjustFontFallback: false,
})
