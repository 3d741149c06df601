import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { uuidV5 } from '../../domain/kernel/ids.ts';
import type { Vault } from '../vault/port.ts';
import type { Identifiers } from './port.ts';

const pepperRef = 'installation/identifier-pepper';

/**
 * Ids that derive from a phone number or an address: the same input gives the same id, and without the installation's secret nobody can try
 * numbers until an id fits. The secret is made once, also when several processes start together, and must never change.
 */
export async function createIdentifiers({ vault }: { readonly vault: Vault }): Promise<Identifiers> {
  const pepper = Buffer.from(
    (await vault.get(pepperRef)) ?? (await vault.putIfAbsent(pepperRef, randomBytes(32).toString('hex'))),
    'hex',
  );
  const contactNamespace = keyed('contact-namespace').subarray(0, 16).toString('hex');

  function keyed(...parts: readonly string[]): Buffer {
    return createHmac('sha256', pepper).update(parts.join('\u0000')).digest();
  }

  return {
    contact: (businessId, phone) => uuidV5(contactNamespace, businessId, phone),
    emailHash: (address) => keyed('email', address.trim().normalize('NFKC').toLowerCase()).toString('hex'),
    random: () => randomUUID(),
  };
}
