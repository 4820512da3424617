/** The Thai unit of a promotion's value: percent or baht. */
import { units } from '@khapdee/domain/words'
export const unitOf = (type: 'percent' | 'amount') => (type === 'percent' ? '%' : units.baht)
