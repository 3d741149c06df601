import type { Campaign } from '../../campaigns/campaign.ts';
import type { Contact } from '../../contacts/contact.ts';
import type { Actor, EventData } from '../../kernel/event.ts';
import type { AutomationId, BusinessId, ContactId } from '../../kernel/ids.ts';
import type { CustomMergeField } from '../../personalization/fields.ts';
import type { Document } from '../document/document.ts';
import type { Member } from '../runs/alert-recipients.ts';
import type { ContactActivity } from '../runs/facts.ts';
import type { Run } from '../runs/run.ts';
import type { RunEnvironment } from '../runs/run-environment.ts';
import type { RunEvent } from '../runs/run-events.ts';

/** An event as the log has it. */
export interface Past {
  readonly type: string;
  readonly id: string;
  readonly data: EventData;
  readonly metadata: { readonly occurredAt: string; readonly correlationId: string; readonly actor: Actor };
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

/** What is the same for everybody. Of all but the events it is what is so today. */
export interface Stage {
  readonly automationId: AutomationId;
  readonly businessId: BusinessId;
  readonly version: number;
  readonly document: Document;
  /** ISO instants: what happened between them is played. */
  readonly from: string;
  readonly until: string;
  /**
   * They are walked through from `from` on, as if somebody let them in then and they had never been in before: nothing
   * happens but time, up to `until`. Left out: what happened is played.
   */
  readonly walks?: boolean;
  readonly around: RunEnvironment;
  readonly custom: readonly CustomMergeField[];
  /** Those that the document names, and, where a step gives keywords, all. */
  readonly campaigns: readonly Campaign[];
  /** People of the team whom the document names, as they are reached today; null: they are not of it any more. */
  readonly members: ReadonlyMap<string, Member | null>;
  /** Where short links begin. */
  readonly base: string;
}

export interface Person {
  readonly contactId: ContactId;
  /** Their own stream, whole. */
  readonly own: readonly Past[];
  /** Streams that tell of them, whole. */
  readonly others: readonly (readonly Past[])[];
  /**
   * What really became of them in this automation: the streams of the run that began last before the days that are
   * played, and of those since into which somebody brought them by hand.
   */
  readonly runs: readonly (readonly Past[])[];
  /** The rules of loops that they are in, by campaign. */
  readonly rules: ReadonlyMap<string, readonly Past[]>;
  /** All that was done with what they were sent, as far as it is kept. */
  readonly beside: ContactActivity;
  /** They stand on the business's blacklist, today. */
  readonly blacklisted: boolean;
}

/** One thing that would have left, or would have been kept back. */
export interface Sending {
  readonly node: string;
  readonly channel: 'text' | 'mail' | 'alert' | 'call';
  /** When the run came to it, and when it would have left; null: it would not have, or has not yet. */
  readonly dueAt: string;
  readonly sentAt: string | null;
  /** What it waited for. */
  readonly heldBy: 'quiet-hours' | null;
  readonly heldUntil: string | null;
  /** Why it would not have left. */
  readonly refused: string | null;
  /** The words, of an email its subject. */
  readonly words: string;
  /** What it takes of the limit of a month, which is named by its first day; null: it has not left. */
  readonly credits: number;
  readonly month: string | null;
  /** A text with pictures: it is priced as one message. */
  readonly isMms?: true;
}

/** One way through. `trigger`: by its place in the document; null: somebody brought them, and it has none for that. */
export interface RehearsedRun {
  readonly trigger: number | null;
  readonly run: Exclude<Run, { status: 'none' }>;
  readonly events: readonly RunEvent[];
  readonly sendings: readonly Sending[];
}
export interface Played {
  readonly runs: readonly RehearsedRun[];
  /** Why a trigger brought them in no run, and how often. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** As they are in the end. */
  readonly contact: Contact;
  /** What this automation really texted them, in messages of months. */
  readonly really: Readonly<Record<string, number>>;
}
