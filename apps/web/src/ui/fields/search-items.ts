/**
 * For the suggestions of a combobox whose list is short.
 * @param textOf what stands in the field once the item is chosen
 * @param most how many are found; all where left out
 * @returns a search: the items whose text holds what was typed. The whole text of one, as it stands
 *   there after a choice, offers all of them again.
 */
export const searchItems =
  <Item>(items: readonly Item[], textOf: (item: Item) => string, most?: number) =>
  (typed: string): readonly Item[] => {
    const isWhole = items.some((item) => textOf(item) === typed)
    const wanted = isWhole ? '' : typed.trim()
    return items.filter((item) => textOf(item).includes(wanted)).slice(0, most)
  }
