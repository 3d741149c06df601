/** Unsent texts, kept per conversation for as long as the tab lives; signing out forgets them. */
const key = (contactId: string) => `draft:${contactId}`;
export const readDraft = (contactId: string): string => sessionStorage.getItem(key(contactId)) ?? '';
export function keepDraft(contactId: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key(contactId));
  else sessionStorage.setItem(key(contactId), text);
}
