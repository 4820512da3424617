/**
 * Lets a page detect that the server has a newer web app: the build id of the page is in a meta
 * element, and that of the server in a header of every response.
 */

export const buildHeader = 'x-khapdee-build'

/** `name` of the meta element; its content consists of letters and digits. */
export const buildMeta = 'khapdee-build'
