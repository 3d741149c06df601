import { z } from 'zod';
import { AgencyId, BusinessId } from '../kernel/ids.ts';

/** Pays the platform: an agency, or a business that belongs to no agency. */
export const Payer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agency'), id: AgencyId }),
  z.object({ kind: z.literal('business'), id: BusinessId }),
]);
export type Payer = z.output<typeof Payer>;

/** `agency:<id>` or `business:<id>`: how a payer is named in the metadata of the provider's objects and in keys. */
export const payerKey = (payer: Payer): string => `${payer.kind}:${payer.id}`;

/** The payer that a key names; null: it names none. */
export function payerOf(key: string | null | undefined): Payer | null {
  const [kind, id] = (key ?? '').split(':');
  const parsed = Payer.safeParse({ kind, id });
  return parsed.success ? parsed.data : null;
}
