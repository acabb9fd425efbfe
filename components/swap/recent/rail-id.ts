/** Element id of the list of recent orders. */
export const railId = 'placed-orders'
