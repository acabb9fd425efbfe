import { expect, test } from 'vitest'
import { hostileTexts } from '@/lib/testing/hostile-texts'
import { type OfflineContent, writeOfflineDocument } from './offline-document'

const row = { symbol: 'WETH', name: 'Wrapped Ether', price: '$3,021.55', change: '−1.22%' }
const content: OfflineContent = {
  ...{ locale: 'en', theme: 'dark', title: 'You are offline', text: 'No connection.' },
  ...{ state: 'As of 09:30', retry: 'Try again' },
  columns: { token: 'Token', price: 'Price', change: '24 h' },
  rows: [row],
}

test('shows the public state with its time', () => {
  const html = writeOfflineDocument(content)
  expect(html).toContain('<html lang="en" data-theme="dark">')
  expect(html).toContain('<caption>As of 09:30</caption>')
  expect(html).toContain('<th scope="row">WETH <span>Wrapped Ether</span></th><td>$3,021.55</td>')
})

test('has no table without data', () => {
  const html = writeOfflineDocument({ ...content, rows: [], theme: undefined })
  expect(html).toContain('<html lang="en">')
  expect(html).not.toContain('<table>')
})

test('has no nonce, and no inline script, style or handler, which its policy would refuse', () => {
  const html = writeOfflineDocument(content)
  expect(html).not.toMatch(
    /nonce|<style|\sstyle=|\son\w+=|<script(?! src="\/offline.js" defer><\/script>)/,
  )
})

test('shows token names as text', () => {
  for (const text of hostileTexts) {
    const html = writeOfflineDocument({ ...content, rows: [{ ...row, symbol: text, name: text }] })
    const plain = writeOfflineDocument(content)
    const tags = (of: string) => of.match(/<[^>]*>/g)
    expect(tags(html)).toEqual(tags(plain))
  }
})
