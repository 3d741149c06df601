import { describe, expect, test } from 'vitest';
import { type Envelope, envelopeField } from '../../../adapters/event-store/codec/envelope.ts';
import { withCodec } from '../../../adapters/event-store/index.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { upcasters } from '../../../domain/upcasters.ts';
import { fileOf, pageStore, recordings, recordingKeys } from './support/recordings.ts';
import { digestOf, recordedSchemas, schemaNameOf } from './support/schemas.ts';

const all = recordings();
const recorded = new Set(all.map(({ stored }) => fileOf(stored.type, stored.version)));

describe('recordings of stored events', () => {
  test.each(all.map((recording) => [fileOf(recording.stored.type, recording.stored.version), recording] as const))(
    '%s replays',
    async (_name, { stored, read }) => {
      const page = pageStore();
      await page.append('recording', 'any', [stored]);
      const [event] = (await withCodec(page, { subjectKeys: recordingKeys, catalogue: eventCatalogue }).readAll(0n))
        .events;
      const definition = eventCatalogue.get(stored.type);
      if (definition === undefined) return expect(event!.data).toEqual(read); // No longer in the catalogue: it is still readable.
      expect(event!.version).toBe(definition.version);
      expect(definition.schema.safeParse(event!.data).error).toBeUndefined();
      if (stored.version === definition.version) expect(event!.data).toEqual(read);
    },
  );

  test.each(all.map(({ stored }) => [fileOf(stored.type, stored.version), stored] as const))(
    '%s replays after its person was erased',
    async (_name, stored) => {
      const page = pageStore();
      await page.append('recording', 'any', [stored]);
      const gone = async (subjects: readonly string[]) => new Map(subjects.map((subject) => [subject, null]));
      const [event] = (
        await withCodec(page, {
          subjectKeys: { forReading: gone, forWriting: gone },
          catalogue: eventCatalogue,
        }).readAll(0n)
      ).events;
      const definition = eventCatalogue.get(stored.type);
      // What an old version kept in the clear is not the codec's to hide: of those, what was sealed.
      const sealed = (stored.data[envelopeField] as Envelope | undefined)?.fields ?? [];
      // A field that came later with the same version is in no older recording.
      const said = [...Object.keys(stored.data), ...sealed];
      const personal = definition?.personal.filter((field) => said.includes(field)) ?? [];
      for (const field of stored.version === definition?.version ? personal : sealed)
        expect(event!.data[field]).toBeNull();
    },
  );

  test('there is one of every event and every version it ever had', () => {
    const missing = [...eventCatalogue.values()]
      .flatMap(({ type, version }) => Array.from({ length: version }, (_, n) => fileOf(type, n + 1)))
      .filter((file) => !recorded.has(file));
    expect(missing, 'run: node test/contract/event-store/record.ts').toEqual([]);
  });

  test('no schema changed under its version', () => {
    const schemas = recordedSchemas();
    const changed = [...eventCatalogue.values()]
      .filter((definition) => schemas[schemaNameOf(definition)] !== digestOf(definition))
      .map(schemaNameOf);
    expect(
      changed,
      'raise the version, add the way from the old one to domain/upcasters.ts, and run test/contract/event-store/record.ts',
    ).toEqual([]);
  });

  test('every old version has its way to the next', () => {
    const open = [...eventCatalogue.values()]
      .flatMap(({ type, version }) => Array.from({ length: version - 1 }, (_, n) => [type, n + 1] as const))
      .filter(([type, from]) => upcasters[type]?.[from] === undefined);
    expect(open).toEqual([]);
  });
});
