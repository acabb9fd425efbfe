/** Light or dark. */
export type Theme = 'light' | 'dark'

/** The cookie with the user's theme; without it the system's theme applies. */
export const themeCookie = 'theme'

/** Returns a theme by its name; undefined for another text. */
export const asTheme = (name: string | undefined): Theme | undefined =>
  name === 'light' || name === 'dark' ? name : undefined
