/** Registration forms that are put aside. */

/** Hours after which a form that was put aside is deleted. */
export const heldFormHours = 24

/**
 * How many forms a user may put aside at the same time; also how many that were put aside automatically are kept, which are
 * counted apart.
 */
export const maxHeldForms = 20
