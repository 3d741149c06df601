import { createCipheriv, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
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
  const links = permutation(keyed('link-code').subarray(0, 16));
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
    linkCode: (link, contactId) => {
      const contact = contactId === null ? 0n : BigInt(`0x${contactId.replaceAll('-', '').slice(0, 10)}`);
      return inLetters(links.there((BigInt(link) << 40n) | contact));
    },
    linkOf(code) {
      const block = ofLetters(code);
      if (block === null) return null;
      const plain = links.back(block);
      const contact = plain & 0xff_ffff_ffffn;
      return { link: Number(plain >> 40n), contact: contact === 0n ? null : contact.toString(16).padStart(10, '0') };
    },
    digest: (purpose, ...words) =>
      keyed('digest', purpose, ...words)
        .toString('hex')
        .slice(0, 32),
    couponCode: (couponId) => code('coupon-code', couponId),
    broadcastCode: (broadcastId) =>
      String(keyed('broadcast-code', broadcastId).readUInt32BE(0) % 10_000).padStart(4, '0'),
    tillCode: (tillId, paired) => code('till-code', paired === 0 ? tillId : `${tillId}:${paired}`),
    emailHash: (address) => keyed('email', tidyAddress(address)).toString('hex'),
    random: () => randomUUID(),
  };
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const codeLetterCount = 12;
const half = 2 ** 35;

/** Twelve letters hold 71.4 bits; 70 are used. */
function inLetters(block: bigint): string {
  let rest = block;
  let code = '';
  for (let index = 0; index < codeLetterCount; index += 1) {
    code = alphabet[Number(rest % 62n)]! + code;
    rest /= 62n;
  }
  return code;
}
function ofLetters(code: string): bigint | null {
  if (!/^[0-9A-Za-z]{12}$/.test(code)) return null;
  let block = 0n;
  for (const letter of code) block = block * 62n + BigInt(alphabet.indexOf(letter));
  return block >> 70n === 0n ? block : null;
}

/**
 * A keyed permutation of 70 bits: a Feistel network of ten rounds over halves of 35 bits with AES as its function (the
 * shape of FF1, NIST SP 800-38G, whose domain begins where this is).
 */
function permutation(key: Buffer) {
  const aes = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  const rounds = 10;
  function mixed(round: number, side: number): number {
    block[0] = round;
    block.writeUIntBE(side % 2 ** 32, 4, 4);
    block[8] = Math.floor(side / 2 ** 32);
    const made = aes.update(block);
    return (made.readUInt32BE(0) % 8) * 2 ** 32 + made.readUInt32BE(4);
  }
  const join = (left: number, right: number): bigint => (BigInt(left) << 35n) | BigInt(right);
  const split = (whole: bigint): [number, number] => [Number(whole >> 35n), Number(whole & (BigInt(half) - 1n))];
  return {
    there(plain: bigint): bigint {
      let [left, right] = split(plain);
      for (let round = 0; round < rounds; round += 1) [left, right] = [right, (left + mixed(round, right)) % half];
      return join(left, right);
    },
    back(code: bigint): bigint {
      let [left, right] = split(code);
      for (let round = rounds - 1; round >= 0; round -= 1)
        [left, right] = [(right - mixed(round, left) + half) % half, left];
      return join(left, right);
    },
  };
}
