import { createContext } from 'react'

/** The id of the customer of a saved application, to which lines are added; a registration has it in its form. */
export const LineCustomer = createContext<number | null>(null)
