/** What a promotion's value counts. */
export const unitOf = (type: 'percent' | 'amount') => (type === 'percent' ? '%' : 'บาท')
