/** Paper or night. */
export type Theme = 'light' | 'dark'

/** The cookie of the theme that was chosen; the system's theme holds while there is none. */
export const themeCookie = 'theme'

/** A theme by its name; undefined where there is none of that name. */
export const asTheme = (name: string | undefined): Theme | undefined =>
  name === 'light' || name === 'dark' ? name : undefined
