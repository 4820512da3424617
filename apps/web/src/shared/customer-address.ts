/** Where the customers are, for every screen that leads to one. */

/** The list; everything about customers is below it. */
export const customersPath = '/customers'

/** One with his history. */
export const customerAddress = (customerId: number): string => `${customersPath}/${customerId}`
