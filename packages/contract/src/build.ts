/**
 * How a page learns that the server has a newer web app: the page names its own build in a meta
 * element, and every answer names the server's.
 */

export const buildHeader = 'x-khapdee-build'

/** `name` of the meta element; its content is letters and digits. */
export const buildMeta = 'khapdee-build'
