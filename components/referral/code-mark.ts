// A separate file: exports of a client module are references, not strings, on the server.

/** Placeholder for the code in texts rendered by the server. */
export const codeMark = '#'
