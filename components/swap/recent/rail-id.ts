/** Name of the place where the slips are. */
export const railId = 'placed-orders'
