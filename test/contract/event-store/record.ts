/**
 * Records what has no recording yet: `node test/contract/event-store/record.ts`. Run it when an event is new or its
 * version went up, and commit the new file. A recording that is there is never touched.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCodec } from '../../../adapters/event-store/index.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { fileOf, folder, pageStore, recordingKeys, type Recording } from './support/recordings.ts';
import { metadata } from './support/events.ts';
import { sampleOf } from './support/samples.ts';

for (const definition of eventCatalogue.values()) {
  const { type, version } = definition;
  const file = join(folder, fileOf(type, version));
  if (existsSync(file)) continue;
  const page = pageStore();
  const store = withCodec(page, { subjectKeys: recordingKeys, catalogue: eventCatalogue });
  const id = (purpose: string) => uuidV5(namespaces.demo, 'recording', type, String(version), purpose);
  await store.append('recording', 'any', [
    {
      id: id('event'),
      type,
      version,
      data: sampleOf(definition),
      metadata: metadata({ correlationId: id('correlation'), commandId: id('command') }),
    },
  ]);
  const { stream: _stream, revision: _revision, position: _position, ...stored } = page.stored[0]!;
  const recording: Recording = { stored, read: (await store.read('recording'))[0]!.data };
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
  console.log(`recorded ${fileOf(type, version)}`);
}
