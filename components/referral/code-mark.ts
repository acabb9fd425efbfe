// In a file of its own: what a file for the browser exports is no text on the server.

/** Stands for the code in words that the server gives the browser. */
export const codeMark = '#'
