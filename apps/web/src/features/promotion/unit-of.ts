/** The Thai unit of a promotion's value: percent or baht. */
export const unitOf = (type: 'percent' | 'amount') => (type === 'percent' ? '%' : 'บาท')
