/** The unit of a promotion's value. */
export const unitOf = (type: 'percent' | 'amount') => (type === 'percent' ? '%' : 'บาท')
