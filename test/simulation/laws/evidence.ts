import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { differingTrees } from '../../../adapters/evidence/verify.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import type { Law } from '../action.ts';
import type { World } from '../world.ts';

/** However often those who build them died, the trees are what the same log gives in one go. */
export const evidenceTrees: Law = {
  name: 'the tree of a log is that of its rebuild',
  async check(world) {
    await world.observer.evidence.catchUp();
    const { db } = world.reality.database;
    return (await differingTrees({ db, raw: world.reality.store })).map(
      ({ tree, kept, rebuilt }) => `the tree of ${tree} is ${kept}, by the log ${rebuilt}`,
    );
  },
};

/** The packet of one contact of each story, checked as a stranger does. */
export const evidencePackets: Law = {
  name: 'a packet of any contact verifies',
  async check(world) {
    const contacts = [
      ...new Map(
        (await world.events())
          .filter(({ stream }) => stream.startsWith('contact-'))
          .map(({ stream, data }) => [stream.slice('contact-'.length), String(data['businessId'])]),
      ),
    ];
    const chosen = contacts[world.seed % Math.max(1, contacts.length)];
    return chosen === undefined ? [] : problemsOf(world, ...chosen);
  },
};

async function problemsOf(world: World, contactId: string, businessId: string): Promise<readonly string[]> {
  const { commands, readModels } = world.observer;
  const shop = world.cast.shops.find((one) => one.businessId === businessId);
  if (shop === undefined) return [];
  const business = { id: businessId, name: shop.name, timezone: shop.zone };
  const packet = await commands.evidence
    .packet(business, contactId, (ids, asked) => readModels.timelinePointers(businessId, ids, asked))
    .catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  if (packet === null) return [`contact ${contactId} of ${shop.name} has no packet`];
  const folder = mkdtempSync(join(tmpdir(), 'beckon-simulation-'));
  try {
    for await (const { path, content } of packet.files([])) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      writeFileSync(join(folder, path), Buffer.concat(parts));
    }
    const { status, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, env: {}, encoding: 'utf8' });
    return status === 0 ? [] : [`the packet of contact ${contactId} of ${shop.name}: ${stderr.trim()}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
