/** Cards of which nobody told us even the name are numbered; in the owner's deck they have another. */
const isNameless = (card: string): boolean => /_\d+$/.test(card);

/** What is said of a card whose text we do not know. */
export const unknownText = (card: string): string => (isNameless(card) ? "cards.nameless" : "cards.do_it");
