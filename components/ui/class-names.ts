/** Joins class names and drops falsy ones. Unlike tailwind-merge, later names do not override earlier ones. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
