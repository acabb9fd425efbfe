/** The sections of the API reference: the tags of its endpoints. Here because no browser loads the declarations. */
export const docsSections = [
  'Account',
  'Affiliate',
  'App data',
  'Channels',
  'Content API',
  'Market data',
  'Notifications',
  'Operations',
  'Order book',
  'Quotes',
  'Solver competition',
  'Tokens',
  'Trades',
] as const

/** Returns the path segment of a section's page. */
export const docsSlug = (section: string): string => section.toLowerCase().replaceAll(' ', '-')
