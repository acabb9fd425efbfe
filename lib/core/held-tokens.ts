/** Maximum tokens queried per account: known holdings first, then listed tokens. */
export const maxHeldTokens = 500
