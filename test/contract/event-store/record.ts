/**
 * Records what has no recording yet: `npm run record:events`. Run it when an event is new or its
 * version went up, and commit the new file. A recording that is there is never touched.
 *
 * With `--wider` it takes the schemas of today for the versions that they stand under. That is right only where every
 * event that was ever stored reads as before: a field more that may be missing, one more of several values. What an
 * older application could misread, and whatever becomes personal, is a new version.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withCodec } from '../../../adapters/event-store/index.ts';
import { AutomationDrafted, AutomationVersionCreated } from '../../../domain/automations/events.ts';
import { Node, TriggerOn } from '../../../domain/automations/document/document.ts';
import { MessageReceived } from '../../../domain/messages/events.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import type { EventDefinition } from '../../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { fileOf, folder, pageStore, recordingKeys, type Recording } from './support/recordings.ts';
import { metadata } from './support/events.ts';
import { sampleOf, sampleOfSchema } from './support/samples.ts';
import { writeJson } from '../support/write-json.ts';
import { digestOf, recordedSchemas, schemaNameOf, schemasFile } from './support/schemas.ts';

const schemas = { ...recordedSchemas() };
for (const definition of eventCatalogue.values()) {
  const name = schemaNameOf(definition);
  if (schemas[name] === undefined || process.argv.includes('--wider')) schemas[name] = digestOf(definition);
}
await writeJson(
  schemasFile,
  Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
);

for (const definition of eventCatalogue.values())
  await record(definition, fileOf(definition.type, definition.version), () => sampleOf(definition));

/** A sample of a document has no steps: these have one of each kind, and are started by each. */
const nodes = Object.fromEntries(
  Node.options.map((option, at) => [uuidV5(namespaces.demo, 'step', String(at)), sampleOfSchema(option)]),
);
const [trigger] = sampleOf(AutomationDrafted)['triggers'] as readonly object[];
const triggers = TriggerOn.options.slice(0, 10).map((option) => ({ ...trigger, on: sampleOfSchema(option) }));
const ofEveryKind = ({ type, version }: EventDefinition): string => `${type}.${version}.of-every-kind.json`;
await record(AutomationDrafted, ofEveryKind(AutomationDrafted), () => ({
  ...sampleOf(AutomationDrafted),
  nodes,
  triggers,
}));
await record(AutomationVersionCreated, ofEveryKind(AutomationVersionCreated), () => {
  const made = sampleOf(AutomationVersionCreated);
  return { ...made, document: { ...(made['document'] as object), nodes, triggers } };
});
/** Of an event that was recorded before there were commitments: as it is stored since. */
await record(MessageReceived, `${MessageReceived.type}.${MessageReceived.version}.committed.json`, () =>
  sampleOf(MessageReceived),
);

async function record(
  definition: Pick<EventDefinition, 'type' | 'version'>,
  name: string,
  data: () => Record<string, unknown>,
): Promise<void> {
  const { type, version } = definition;
  const file = join(folder, name);
  if (existsSync(file)) return;
  const page = pageStore();
  const store = withCodec(page, { subjectKeys: recordingKeys, catalogue: eventCatalogue });
  const id = (purpose: string) => uuidV5(namespaces.demo, 'recording', name.replace('.json', ''), purpose);
  await store.append('recording', 'any', [
    {
      id: id('event'),
      type,
      version,
      data: data(),
      metadata: metadata({ correlationId: id('correlation'), commandId: id('command') }),
    },
  ]);
  const { stream: _stream, revision: _revision, position: _position, ...stored } = page.stored[0]!;
  const recording: Recording = { stored, read: (await store.read('recording'))[0]!.data };
  await writeJson(file, recording);
  console.log(`recorded ${name}`);
}
