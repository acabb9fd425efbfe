/** Tokens that one account is asked about at most: those that it is known to hold, then listed ones. */
export const maxHeldTokens = 500
