/** First element of the key of the query of an account's own fills, to refetch it after one. */
export const ownFillsKey = 'own-fills'
