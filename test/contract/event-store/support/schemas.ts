import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDefinition } from '../../../../domain/kernel/event.ts';
import { jsonSchemaOf } from './open-strings.ts';

export const schemasFile = join(import.meta.dirname, '..', 'schemas.json');

/** A digest of what an event may hold and what of it is personal. */
export const digestOf = (definition: EventDefinition): string =>
  createHash('sha256')
    .update(JSON.stringify([jsonSchemaOf(definition), definition.personal, definition.subject, definition.unless]))
    .digest('hex')
    .slice(0, 16);

export const schemaNameOf = ({ type, version }: EventDefinition): string => `${type}.${version}`;

/** The digests that were recorded, by event and version. */
export const recordedSchemas = (): Readonly<Record<string, string>> =>
  existsSync(schemasFile) ? (JSON.parse(readFileSync(schemasFile, 'utf8')) as Record<string, string>) : {};
