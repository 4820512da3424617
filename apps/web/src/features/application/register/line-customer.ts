import { createContext } from 'react'

/**
 * The id of the customer of a saved application to which lines are added. In a registration the id
 * is in the form.
 */
export const LineCustomer = createContext<number | null>(null)
