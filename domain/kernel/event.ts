import type { z } from 'zod';

/** Who caused an event: a person (and whoever impersonates them), an outside party, or a part of the system. */
export type Actor =
  | { readonly kind: 'user'; readonly userId: string; readonly impersonatorId: string | null }
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
   * Fields of `data` that are personal. The codec encrypts them with the key of the person named by the field
   * `subject`; once that key is destroyed they read as `null`.
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

/** Declares an event: its name, the version of its schema, the schema, and which of its fields are personal. */
export function event<
  const T extends string,
  S extends z.ZodType,
  const Personal extends keyof z.output<S> & string = never,
>(
  type: T,
  version: number,
  schema: S,
  privacy: {
    personal: readonly Personal[];
    subject: keyof z.output<S> & string;
    unless?: keyof z.output<S> & string;
  } | null = null,
): EventDefinition<T, S, Personal> {
  return {
    type,
    version,
    schema,
    personal: privacy?.personal ?? [],
    subject: privacy?.subject ?? null,
    unless: privacy?.unless,
    create: (data) => {
      const checked = schema.parse(data) as z.output<S> & EventData;
      made.add(checked);
      return { type, version, data: checked };
    },
  };
}
