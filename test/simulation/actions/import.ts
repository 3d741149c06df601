import { stateOf } from '../../../domain/kernel/decider.ts';
import type { UploadId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { attestation } from '../../../domain/contacts/attestation.ts';
import { Upload } from '../../../domain/uploads/upload.ts';
import { action } from '../action.ts';
import type { Cast } from '../cast.ts';
import type { Chance } from '../engine/chance.ts';
import type { World } from '../world.ts';

const second = 1_000;
const header = ['Mobile', 'Name', 'Email', 'Agreed'];
const columns = (['phone', 'first_name', 'email', 'agreed'] as const).map((target) => ({
  target,
  policy: 'overwrite' as const,
}));

/** Somebody in a file: a number, an address, both, or neither. */
function rowOf(chance: Chance, cast: Cast): readonly string[] {
  const known = chance.is(0.6);
  const nth = chance.int(0, (known ? cast.phones : cast.strangers).length - 1);
  const phone = (known ? cast.phones : cast.strangers)[nth]!;
  const name = chance.one(['Ann', 'Bob', 'Cleo']);
  const email = chance.is(0.5) ? `${known ? 'p' : 's'}${nth}@example.test` : '';
  return [chance.is(0.9) ? phone : chance.one(['', 'nonsense']), name, email, chance.is(0.9) ? 'yes' : 'no'];
}

/**
 * A business brings a file of people: with some who are there twice, who have said stop, or say it while their row is
 * on its way; processes die in the middle; and it may take all of it back.
 */
const importing = {
  name: 'import',
  weight: 2,
  plan: (chance: Chance, cast: Cast) => ({
    shop: chance.is(0.75) ? 0 : chance.int(0, cast.shops.length - 1),
    rows: Array.from({ length: chance.int(2, 7) }, () => rowOf(chance, cast)),
    consent: { texts: chance.is(0.8), emails: chance.is(0.5) },
    withKeyword: chance.is(0.5),
    attestedTwice: chance.is(0.3),
    stop: chance.is(0.5) ? { who: chance.int(0, cast.phones.length - 1), after: chance.between(0, 3) * second } : null,
    crash: chance.is(0.4) ? chance.int(5, 80) : null,
    undoAfter: chance.is(0.35) ? chance.between(0, 600) * second : null,
  }),
  run(world: World, { shop: nth, rows, consent, withKeyword, attestedTwice, stop, crash, undoAfter }: File): void {
    const { businessId, person, name, number, campaignIds } = world.cast.shops[nth]!;
    const uploadId = world.uuid();
    const { key: storageKey, size } = world.files.keep([header, ...rows]);
    world.tell(`${name} brings a file of ${rows.length} rows: ${JSON.stringify(rows)}`);
    const ask = (what: string, ...[work]: [Parameters<World['ask']>[2]]) =>
      world.ask(`${what} ${uploadId.slice(0, 8)}`, person, work, { tries: 20 });
    const import_ = (): void => {
      world.tell(`${name} imports its file`);
      const statement = attestation(name, consent);
      for (let press = attestedTwice ? 2 : 1; press > 0; press -= 1)
        void ask('import', ({ uploads }, context) =>
          uploads.attest(context, { uploadId, statement, ipAddress: '192.0.2.9' }),
        );
      if (stop !== null)
        world.timeline.later(stop.after, () => world.text(world.cast.phones[stop.who]!, number, 'STOP', 1));
      if (crash !== null)
        for (const role of ['workers-1', 'workers-2'] as const) world.processOf(role)?.dieWithin(crash);
      if (undoAfter !== null)
        once(world, uploadId, 'finished', () =>
          world.timeline.later(undoAfter, () => {
            world.tell(`${name} takes its import back`);
            void ask('undo', ({ uploads }, context) => uploads.undo(context, { uploadId }));
          }),
        );
    };
    const received = ask('bring', ({ uploads }, context) =>
      uploads.receive(context, { uploadId, businessId, fileName: 'guests.csv', size, storageKey, format: 'csv' }),
    );
    void received.then((ended) => {
      if (ended !== 'done') return;
      world.uploads.push({ uploadId, businessId, rows: rows.length });
      once(world, uploadId, 'read', () => {
        const keywords = withKeyword ? [campaignIds[0]!] : [];
        const plan = { uploadId, columns, country: 'US', tags: ['list'], campaignIds: keywords, consent };
        void ask('plan', ({ uploads }, context) => uploads.plan(context, plan)).then(() =>
          once(world, uploadId, 'rehearsed', import_),
        );
      });
    });
  },
};
export const importFile = action(importing);

interface File {
  readonly shop: number;
  readonly rows: readonly (readonly string[])[];
  readonly consent: { readonly texts: boolean; readonly emails: boolean };
  readonly withKeyword: boolean;
  readonly attestedTwice: boolean;
  /** Which phone says stop, and how long after the import began, ms. */
  readonly stop: { readonly who: number; readonly after: number } | null;
  /** At which call of the outside the workers die. */
  readonly crash: number | null;
  readonly undoAfter: number | null;
}

/** Everybody of the crowd, who agrees to all: whom a broadcast needs to be under way for a while. */
export const crowdFile = ({ crowd }: Cast): File => ({
  shop: 0,
  rows: crowd.map((phone, nth) => [phone, 'Guest', `guest-${nth}@example.test`, 'yes']),
  consent: { texts: true, emails: true },
  withKeyword: true,
  attestedTwice: false,
  stop: null,
  crash: null,
  undoAfter: null,
});

/** As soon as a file has come so far, or never: looked at as a screen does it. */
function once(world: World, uploadId: string, stage: Upload['stage'], then: () => void, looks = 60): void {
  world.timeline.later(3 * second, async () => {
    const now = stateOf(Upload, await world.observer.store.read(streams.upload(uploadId as UploadId)));
    if (now.stage === stage) then();
    else if (looks > 1) once(world, uploadId, stage, then, looks - 1);
  });
}
