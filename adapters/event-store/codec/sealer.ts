import type { KeyObject } from 'node:crypto';
import { seal, unseal } from './envelope.ts';

/** Seals personal fields, and opens them. */
export interface Sealer {
  seal(key: KeyObject, eventId: string, personal: string): string;
  /** Throws when it was sealed with another key, for another event, or altered. */
  open(key: KeyObject, eventId: string, sealed: string): string;
}

interface Written {
  readonly sealed: string;
  readonly personal: string;
}
/** In each of two halves; some 500 bytes each. */
const most = 4_000;

/**
 * Remembers what it sealed last: whoever follows what this process appends reads it a moment later, several of them, and
 * to open it takes ten times as long. That its person's key is still there has been looked at before.
 */
export function createSealer(): Sealer {
  let recent = new Map<string, Written>();
  let older = new Map<string, Written>();
  return {
    seal(key, eventId, personal) {
      const sealed = seal(key, eventId, personal);
      if (recent.size >= most) [older, recent] = [recent, new Map()];
      recent.set(eventId, { sealed, personal });
      return sealed;
    },
    open(key, eventId, sealed) {
      const written = recent.get(eventId) ?? older.get(eventId);
      return written?.sealed === sealed ? written.personal : unseal(key, eventId, sealed);
    },
  };
}
