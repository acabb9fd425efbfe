/** Joins class names, leaving out what is not set; later ones do not override earlier ones. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
