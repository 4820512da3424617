/**
 * For the suggestions of a combobox whose list is short.
 * @param textOf what stands in the field once the item is chosen
 * @returns a search: the items whose text holds what was typed. The whole text of one, as it stands
 *   there after a choice, offers all of them again.
 */
export const searchItems =
  <Item>(items: readonly Item[], textOf: (item: Item) => string) =>
  (typed: string): readonly Item[] => {
    if (items.some((item) => textOf(item) === typed)) return items
    const wanted = typed.trim()
    return items.filter((item) => textOf(item).includes(wanted))
  }
