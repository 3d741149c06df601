import { randomBytes } from 'node:crypto';
import type { Identifiers } from '../../commands/kernel/dependencies.ts';
import { SubmissionId } from '../../domain/kernel/ids.ts';

/**
 * The key of a form: names the submission and says when the form was drawn (UUID version 7: milliseconds since 1970,
 * then chance), signed, so that nobody makes one. The same page sent twice is the same submission.
 */
export function mintKey(identifiers: Identifiers, now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return identifiers.token(
    'form',
    bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
}

export interface ReadKey {
  readonly submissionId: SubmissionId;
  /** ms since the form was drawn. */
  readonly age: number;
}
/** Null: not one of ours. */
export function readKey(identifiers: Identifiers, key: string, now: Date): ReadKey | null {
  const id = identifiers.idOf('form', key);
  if (id === null) return null;
  return {
    submissionId: SubmissionId.parse(id),
    age: now.getTime() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
  };
}

/** Nobody reads a page, fills it in and sends it within this many ms; a form filler of a browser does not either. */
export const tooQuick = 1_200;
/** A page that was open for longer is drawn anew, with what was typed. */
export const tooOld = 14 * 86_400_000;
