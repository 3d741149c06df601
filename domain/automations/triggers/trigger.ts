import type { z } from 'zod';
import type { TimelineKind } from '../../contacts/fields.ts';
import type { Checking } from '../values/checking.ts';
import type { Refer } from '../values/references.ts';

type TriggerSchema = z.ZodObject<{ kind: z.ZodLiteral<string> } & z.ZodRawShape>;

/** A kind of trigger, declared once: what it holds, what it may name, and what keeps it from being published. */
export interface TriggerDefinition<Schema extends TriggerSchema = TriggerSchema> {
  readonly schema: Schema;
  /** As it comes out of the menu: any of its kind. */
  readonly fresh: () => z.output<Schema>;
  /** `at`: where it stands in the document, with dots. */
  readonly check?: (on: z.output<Schema>, at: string, checking: Checking) => void;
  readonly references?: (on: z.output<Schema>, refer: Refer) => z.output<Schema>;
  /** Nothing in the log tells of it: a rehearsal starts nobody by it. */
  readonly notRehearsed?: true;
  /** What of a contact's timeline a rehearsal needs for it. */
  readonly timeline?: readonly TimelineKind[];
}
/** One that is an event: it can also end a wait, and be a goal. `matches`: whether what happened (`is`) is what is wanted. */
export interface EventTriggerDefinition<
  Schema extends TriggerSchema = TriggerSchema,
  Detail = never,
> extends TriggerDefinition<Schema> {
  readonly matches: (wanted: z.output<Schema>, is: Detail) => boolean;
  /** Whether it starts an automation. Left out: whatever matches does. */
  readonly starts?: (wanted: z.output<Schema>, is: Detail) => boolean;
  /** It is a text of the contact: it may be written down later than it arrived. */
  readonly isText?: true;
}

export const trigger =
  <Schema extends TriggerSchema>(schema: Schema) =>
  (definition: Omit<TriggerDefinition<Schema>, 'schema'>): TriggerDefinition<Schema> => ({ schema, ...definition });
export const eventTrigger =
  <Schema extends TriggerSchema, Detail = object>(
    schema: Schema,
    matches: (wanted: z.output<Schema>, is: Detail) => boolean,
  ) =>
  (definition: Omit<EventTriggerDefinition<Schema, Detail>, 'schema' | 'matches'>) =>
    ({ schema, matches, ...definition }) satisfies EventTriggerDefinition<Schema, Detail>;

/** Null means any. */
export const any = (wanted: string | null, is: string | null): boolean => wanted === null || wanted === is;
export const alike = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
