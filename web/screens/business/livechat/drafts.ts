import type { Unsent } from '../../../data/outbox.ts';

/** Unsent texts, kept per conversation for as long as the tab lives; signing out forgets them. */
const key = (contactId: string) => `draft:${contactId}`;
export const readDraft = (contactId: string): string => sessionStorage.getItem(key(contactId)) ?? '';
export const keepDraft = (contactId: string, text: string): void => {
  keep(key(contactId), text);
};

/** Whether a text or a note is being written: what somebody began as a note does not become a text by itself. */
export type Mode = 'text' | 'note';
const modeKey = (contactId: string) => `draft-mode:${contactId}`;
export const readMode = (contactId: string): Mode =>
  sessionStorage.getItem(modeKey(contactId)) === 'note' ? 'note' : 'text';
export const keepMode = (contactId: string, mode: Mode): void => {
  keep(modeKey(contactId), mode === 'note' ? mode : '');
};

/** The note being written. */
const noteKey = (contactId: string) => `draft-note:${contactId}`;
export const readNote = (contactId: string): string => sessionStorage.getItem(noteKey(contactId)) ?? '';
export const keepNote = (contactId: string, text: string): void => {
  keep(noteKey(contactId), text);
};

function keep(name: string, value: string): void {
  if (value === '') sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, value);
}

/** Puts words that were to go back into the field, behind what is being written there meanwhile. */
export function putBack(contactId: string, body: string, media: Unsent['media']): void {
  const written = readDraft(contactId);
  keepDraft(contactId, [body, written].filter((text) => text !== '').join('\n'));
  keepMode(contactId, 'text');
  if (media.length > 0) returned.set(contactId, media);
}
/** Pictures that came back with them. */
const returned = new Map<string, Unsent['media']>();
export function takeReturned(contactId: string): Unsent['media'] {
  const media = returned.get(contactId) ?? [];
  returned.delete(contactId);
  return media;
}
