import type { Attendance } from '../../adapters/attendance/port.ts';
import type { Domains } from '../../adapters/domains/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Evidence } from '../../adapters/evidence/port.ts';
import type { EmailCompiler } from '../../adapters/mjml/port.ts';
import type { SafeHttp } from '../../adapters/http/port.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { NumberInventory, ProviderVerifier, TwilioAccount } from '../../adapters/providers/port.ts';
import type { Integrations } from '../../adapters/integrations/port.ts';
import type { TollfreeVerifications } from '../../adapters/registrations/tollfree-port.ts';
import type { Registrations } from '../../adapters/registrations/port.ts';
import type { Payments } from '../../adapters/payments/port.ts';
import type { Snapshots } from '../../adapters/snapshots/port.ts';
import type { Tracing } from '../../adapters/tracing/port.ts';
import type { SubjectKeys, Vault } from '../../adapters/vault/port.ts';
import type { PlatformHosts } from '../../domain/whitelabels/hosts.ts';
import type { SnapshotSettings, States } from './snapshots.ts';
import type { LoadState } from './state-cache.ts';
import type { Passwords } from './passwords.ts';

export type { Identifiers };

/** What commands need of the world. The time is passed in, so that tests can set it. */
export interface CommandDependencies {
  /** With the codec on: personal data is encrypted on the way in, decrypted and upcast on the way out. */
  readonly events: EventStore;
  readonly vault: Vault;
  readonly subjectKeys: SubjectKeys;
  readonly now: () => Date;
  /** Left out: no spans. */
  readonly tracing?: Tracing;
  /** States of long streams; left out: all are read from their first event. */
  readonly snapshots?: Snapshots;
  /** When snapshots are made, for the simulation, whose streams are short. */
  readonly snapshotSettings?: SnapshotSettings;
  readonly identifiers: Identifiers;
  /** Asks providers, the DNS and the edge; left out in tests that need none: then those commands answer `unavailable`. */
  readonly verifier?: ProviderVerifier;
  readonly numbers?: NumberInventory;
  readonly tollfree?: TollfreeVerifications;
  /** Registers businesses with the carriers; null or left out: nothing can be registered. */
  readonly registrations?: Registrations | null;
  /** Opens the pages that reviewers of a registration open; left out: none is opened. */
  readonly pages?: SafeHttp;
  /** The services that businesses connect; left out: none can be. */
  readonly integrations?: Integrations;
  readonly domains?: Domains;
  /** Takes money; null or left out: payments are off. */
  readonly payments?: Payments | null;
  /** Contacts that a business has, as the read models know it; left out: that isn't known, and no limit holds. */
  readonly contactsHeld?: (businessId: string) => Promise<number>;
  /** The same of all businesses of an agency. */
  readonly agencyContactsHeld?: (agencyId: string) => Promise<number>;
  /** Numbers that the businesses of an agency have, as the read model knows it; left out: that isn't known. */
  readonly numbersHeld?: (agencyId: string) => Promise<number>;
  /** Whose brand or service the carrier means by an id of its own, as the read model knows it. */
  readonly registrationOf?: (reference: string) => Promise<string | null>;
  /** Who is at the product; left out: whoever has not said that they are away is here. */
  readonly attendance?: Attendance;
  /** Proves what the log says; left out in tests that need none. */
  readonly evidence?: Evidence;
  /** Makes HTML of designed emails. */
  readonly emailCompiler?: EmailCompiler;
  /** Where the platform itself lives, so that no agency takes that. Default: localhost. */
  readonly platform?: PlatformHosts;
  /** The platform's own carrier account, null: none. */
  readonly platformCarrier?: TwilioAccount | null;
  /** Where the carrier sends texts: `<public url>/webhooks/twilio/inbound`. */
  readonly inboundSmsUrl?: string;
}

/** The dependencies as commands have them, and what tests replace: how a retry waits (`random` from 0 to 1 is its jitter). */
export interface CommandServices extends CommandDependencies {
  readonly passwords: Passwords;
  /** The state of a stream as it is now, without reading all of it again. */
  readonly loadState: LoadState;
  /** States with the revision that they are at, for those who keep them. */
  readonly states: States;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}
