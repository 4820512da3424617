/** The views of lists that users have saved. */

/** The longest name that fits on the button of a view. */
export const maxViewName = 40

/** Maximum of views of a list; each is counted by a request. */
export const maxViewsOfList = 8

/** Maximum of views of a user. */
export const maxViewsOfUser = 200
