import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { uuidV5 } from '../../domain/kernel/ids.ts';
import type { Vault } from '../vault/port.ts';
import type { Identifiers } from './port.ts';

/** Crockford's base 32: no I, L, O and U. */
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const tidyAddress = (address: string): string => address.trim().normalize('NFKC').toLowerCase();

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

  /** `7K2MQ-XN4RT`: 50 bits that follow from an id. */
  function code(purpose: string, id: string): string {
    const letters = [...keyed(purpose, id).subarray(0, 10)].map((byte) => codeLetters[byte % 32]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  }
  const signature = (purpose: string, id: Buffer): Buffer => keyed('token', purpose, id.toString('hex')).subarray(0, 8);

  return {
    contact: (businessId, phone) => uuidV5(contactNamespace, businessId, phone),
    contactByEmail: (businessId, address) => uuidV5(contactNamespace, businessId, 'email', tidyAddress(address)),
    // The first have none: their ids are as they always were.
    successor: (identityId, generation) =>
      generation === 0 ? identityId : uuidV5(contactNamespace, identityId, String(generation)),
    token(purpose, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
      return Buffer.concat([bytes, signature(purpose, bytes)]).toString('base64url');
    },
    idOf(purpose, token) {
      if (!/^[A-Za-z0-9_-]{32}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, 16);
      if (!timingSafeEqual(bytes.subarray(16), signature(purpose, id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    couponCode: (couponId) => code('coupon-code', couponId),
    tillCode: (tillId) => code('till-code', tillId),
    emailHash: (address) => keyed('email', tidyAddress(address)).toString('hex'),
    random: () => randomUUID(),
  };
}
