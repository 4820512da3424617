import { todayInBangkok } from '@khapdee/domain/thai-date'
import { useSingleFlight } from '../../use-single-flight.ts'
import { alerts } from '../../shared/alerts.ts'
import { loadAddresses, postcodeOf } from '../../ui/form/address-fields.tsx'
import { type CardSource, readCard, readingProblem } from './card-reader.ts'
import { type CustomerValues, withCard } from '../../shared/customer/customer-values.ts'
import type { KnownCustomer } from '../../shared/customer/use-customer.ts'

interface CardReaderOptions {
  sources: readonly CardSource[]
  get: () => CustomerValues
  set: (values: CustomerValues) => void
  known: KnownCustomer
}

/** Reads a card into the form and recognises whose it is; only a card that was read changes anything. */
export function useCardReader({ sources, get, set, known }: CardReaderOptions) {
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard(sources)
    if (card?.result !== 'ok') {
      alerts.warning(await readingProblem(card))
      return
    }
    const values = withCard(get(), card, todayInBangkok(new Date()))
    // Cards have no postcode.
    const postcode = postcodeOf(await loadAddresses().catch(() => []), values)
    set({ ...values, postcode })
    alerts.success('อ่านบัตรสำเร็จ')
    await known.check({ idcard: values.idcard }, true)
  })
  return { read, pending }
}
