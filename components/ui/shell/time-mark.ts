/** Placeholder for a time in texts rendered by the server. */
export const timeMark = '#'
