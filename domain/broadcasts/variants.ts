import { createHash } from 'node:crypto';

/**
 * Which variant somebody gets: chance by broadcast and person, the same whenever it is asked. -1: they wait for the
 * winner. `share`: percent of the audience that the test is made with.
 */
export function variantOf(broadcastId: string, contactId: string, variants: number, share: number): number {
  const hash = createHash('sha256').update(broadcastId).update(contactId).digest();
  return hash.readUInt32BE(0) % 100 < share ? hash.readUInt32BE(4) % variants : -1;
}
