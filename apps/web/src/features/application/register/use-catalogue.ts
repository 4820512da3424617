/** The items that lines of a form can sell, and their prices. */
import { screens } from '@khapdee/contract/entities/screens'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '../../../api/client.ts'
import { useEndpoint } from '../../../api/queries.ts'
import {
  type Items,
  itemsOf,
  type LineForm,
  type LineKind,
  type LineValues,
  type UsablePromotion,
  withPrice,
} from '../line-values.ts'

const noPromotions: readonly UsablePromotion[] = []
const noItems: Items = { course: [], other_fee: [], request_fee: [] }

/** Loads the items that fit the kind of application in the branch. */
export function useCatalogue(kind: ApplicationKind, branchId: number | null) {
  const lists = useEndpoint(
    screens.register,
    branchId === null ? {} : { branch: String(branchId) },
    { keepPrevious: true },
  )
  const items = useMemo(
    () => (lists.data ? itemsOf(lists.data.data, kind) : noItems),
    [lists.data, kind],
  )
  return {
    items,
    /** The promotions that can be used in the branch today. */
    promotions: lists.data?.data.promotion ?? noPromotions,
    /** Whether the lists have arrived. */
    isLoaded: lists.data !== undefined,
    /** Whether the branch has a PromptPay id. */
    hasPromptPay: lists.data?.data.promptpay === true,
    /** Whether loading failed; shown in the form, without an alert. */
    isError: lists.isError,
    retry: () => void lists.refetch(),
    /** Loads the items again; null when that fails. */
    refetch: async (): Promise<Items | null> => {
      const { data } = await lists.refetch()
      return data ? itemsOf(data.data, kind) : null
    },
    /** Loads the items of another branch. @throws ApiError */
    ofBranch: async (branch: number | null): Promise<Items> => {
      const { data } = await call(
        screens.register,
        branch === null ? {} : { branch: String(branch) },
      )
      return itemsOf(data, kind)
    },
  }
}

/** The kind of the lines in each list of the form. */
const kindOfList = {
  course: 'course',
  other_fee: 'other_fee',
  request_fee: 'request_fee',
  replace: 'course',
} as const satisfies Record<string, LineKind>

/** Sets the prices of the lines to those of the items; other input stays. */
export function updatePrices<Values extends Omit<LineForm, 'replace'>>(
  form: UseFormReturn<Values>,
  items: Items,
): void {
  // Safe cast: only lists of lines are read and set, if the form has them.
  const { getValues, setValue } = form as unknown as UseFormReturn<LineForm>
  for (const list of Object.keys(kindOfList) as (keyof typeof kindOfList)[]) {
    const lines: readonly LineValues[] | undefined = getValues(list)
    for (const [index, line] of (lines ?? []).entries()) {
      const item = items[kindOfList[list]].find(({ item_id }) => item_id === line.item_id)
      if (item === undefined || item.price === line.cost) continue
      setValue(`${list}.${index}`, withPrice(line, { cost: item.price }))
    }
  }
}
