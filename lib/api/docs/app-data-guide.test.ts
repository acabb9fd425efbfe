import { expect, test } from 'vitest'
import { parseAppData } from '@/lib/app-data/app-data-document'
import { noMetadata } from '@/lib/app-data/metadata'
import { appDataGuideDocument, appDataMembers } from './app-data-guide'

const { metadata } = parseAppData(JSON.stringify(appDataGuideDocument))

test('the example document has every documented member', () => {
  const named = appDataMembers.map(({ name }) => name)
  expect(Object.keys(appDataGuideDocument.metadata)).toEqual(named)
  expect(named).toHaveLength(Object.keys(noMetadata).length)
})

test('the parser reads every member with an effect from it', () => {
  for (const [name, nothing] of Object.entries(noMetadata)) {
    expect(metadata[name as keyof typeof metadata], name).not.toEqual(nothing)
  }
})
