import type { AnswerOf } from '../../api/contract/client.ts';
import type { Client } from './client.ts';

/** Where a picture goes: one's own, a business's own, on a page of its, or a file of the agency's brand. */
export type ImageTarget =
  | { readonly kind: 'own' }
  | { readonly kind: 'business' }
  | { readonly kind: 'page' }
  /** `agencyId`: of an agency that the operator sets up; left out: one's own. */
  | { readonly kind: 'brand'; readonly type: 'logo' | 'favicon'; readonly agencyId?: string };

const addressOf = (target: ImageTarget): string =>
  target.kind === 'own' ? '/uploads/image'
  : target.kind === 'business' ? '/businesses/upload-image'
  : target.kind === 'page' ? '/coupons/upload-image'
  : target.agencyId === undefined ? `/agencies/whitelabel-file?type=${target.type}`
  : `/whitelabels/${target.agencyId}/files?type=${target.type}`;

type Uploaded = AnswerOf<'POST', '/uploads/image'>['data'];
/** Sends one picture and says how far it is, 0 to 1. */
export const uploadPicture = async (
  client: Client,
  target: ImageTarget,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> => (await client.upload<{ data: Uploaded }>(addressOf(target), file, progress, signal)).data;
