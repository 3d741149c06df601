import type { z } from 'zod';
import { isPersonal, type PersonalKeys } from './personal.ts';

/** Who caused an event: a person (and whoever impersonates them), an outside party, or a part of the system. */
export type Actor =
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly impersonatorId: string | null;
      /** A program did it, with a key that the user had made. Left out: the user did it themselves. */
      readonly apiKeyId?: string;
    }
  | { readonly kind: 'carrier' | 'public' | 'provider'; readonly name: string }
  | { readonly kind: 'system'; readonly name: string };

/** The tenant an event belongs to. Both null: the platform itself. */
export interface Tenant {
  readonly agencyId: string | null;
  readonly businessId: string | null;
}

export const platformTenant: Tenant = { agencyId: null, businessId: null };

/** What every event carries besides its data. `occurredAt` is an ISO 8601 instant in UTC. */
export interface EventMetadata {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly occurredAt: string;
  /** Groups everything that one outside cause set off. */
  readonly correlationId: string;
  /** The id of the event that caused this one, null when a request from outside did. */
  readonly causationId: string | null;
  /** The command that appended this event; repeating a command is recognised by it. */
  readonly commandId: string;
  /** The event came with an agency that moved here: history that no worker reacts to. Left out: it happened here. */
  readonly moved?: { readonly from: string };
}

export type EventData = Readonly<Record<string, unknown>>;

/** An event as a decider returns it: what happened, before it is given an id and metadata. */
export interface DomainEvent<T extends string = string, D extends EventData = EventData> {
  readonly type: T;
  readonly version: number;
  readonly data: D;
}

export interface EventDefinition<
  T extends string = string,
  S extends z.ZodType = z.ZodType,
  Personal extends string = string,
> {
  readonly type: T;
  readonly version: number;
  /** The contract of `data`. Old versions are upcast to this one on read. */
  readonly schema: S;
  /**
   * Fields of `data` that are personal, as their schemas say (`personal`). The codec encrypts them with the key of the
   * person named by the field `subject`; once that key is destroyed they read as `null`.
   */
  readonly personal: readonly Personal[];
  /** The field of `data` that names whose data it is, null when `personal` is empty. */
  readonly subject: string | null;
  /** The field that names somebody else whose data it is; `subject` counts where it is null. Left out: there is none. */
  readonly unless?: string | undefined;
  create(data: z.input<S>): DomainEvent<T, z.output<S> & EventData>;
}

/** Data as it is read: what is personal is null once the person was erased. */
export type Erasable<Data, Personal> = { readonly [F in keyof Data]: F extends Personal ? Data[F] | null : Data[F] };

/** An event as it is read. Code that forgets that a person may have been erased does not compile. */
export type EventOf<D> =
  D extends EventDefinition<infer T, infer S, infer Personal> ?
    DomainEvent<T, Erasable<z.output<S>, Personal> & EventData>
  : never;

/**
 * Whether an event is of a kind; its data is typed from then on. What is stored has been held against its schema when
 * it was appended, and brought up to the newest version when it was read.
 */
export const is = <E extends { readonly type: string; readonly data: EventData }, D extends EventDefinition>(
  event: E,
  definition: D,
): event is E & EventOf<D> => event.type === definition.type;

const made = new WeakSet<EventData>();

/** Whether these are data as `create` answered them: held against their schema, and read-only since. */
export const isMade = (data: EventData): boolean => made.has(data);

/** Whose key personal fields are encrypted with: said where there are any, and nowhere else. */
type Whose<Shape> =
  [PersonalKeys<Shape>] extends [never] ? []
  : [whose: { readonly subject: keyof Shape & string; readonly unless?: keyof Shape & string }];

/**
 * Declares an event: its name, the version of its schema, the schema, in which `personal` says what is about a person,
 * and which field names that person.
 */
export function event<const T extends string, Shape extends z.ZodRawShape>(
  type: T,
  version: number,
  schema: z.ZodObject<Shape>,
  ...[whose]: Whose<Shape>
): EventDefinition<T, z.ZodObject<Shape>, PersonalKeys<Shape>> {
  const of = whose as { readonly subject: string; readonly unless?: string } | undefined;
  const fields = Object.entries(schema.shape).filter(([, field]) => isPersonal(field));
  return {
    type,
    version,
    schema,
    personal: fields.map(([name]) => name as PersonalKeys<Shape>),
    subject: of?.subject ?? null,
    unless: of?.unless,
    create: (data) => {
      const checked = schema.parse(data) as z.output<z.ZodObject<Shape>> & EventData;
      made.add(checked);
      return { type, version, data: checked };
    },
  };
}
