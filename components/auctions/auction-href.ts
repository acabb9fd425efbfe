/** Returns the path of an auction's page; ids are unique over all networks. */
export const auctionHref = (auctionId: bigint): string => `/auctions/${auctionId}`

/** Returns the path of a page of a network's auctions; default the newest page. */
export const auctionsHref = (network: string, before?: bigint): string =>
  `/auctions?chain=${network}${before === undefined ? '' : `&before=${before}`}`
