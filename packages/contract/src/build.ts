/**
 * How a page detects that the server has a newer web app: the page has its build id in a meta element,
 * and every response has the server's in a header.
 */

export const buildHeader = 'x-khapdee-build'

/** `name` of the meta element; its content consists of letters and digits. */
export const buildMeta = 'khapdee-build'
