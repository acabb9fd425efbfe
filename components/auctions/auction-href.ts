/** The page of an auction; ids are unique over all networks. */
export const auctionHref = (auctionId: bigint): string => `/auctions/${auctionId}`

/** A page of a network's auctions, the newest unless told. */
export const auctionsHref = (network: string, before?: bigint): string =>
  `/auctions?chain=${network}${before === undefined ? '' : `&before=${before}`}`
