import { notFound } from '@tanstack/react-router'

/** For `params` of a route that ends in `$id`: a record's number; any other text is not found. */
export const recordParams = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
