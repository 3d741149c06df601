import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { createAttendance } from '../adapters/attendance/sessions.ts';
import type { Bus } from '../adapters/bus/port.ts';
import type { Clock } from '../adapters/clock/port.ts';
import { withCodec } from '../adapters/event-store/index.ts';
import type { EventStore } from '../adapters/event-store/port.ts';
import { createEvidence } from '../adapters/evidence/index.ts';
import type { TimestampAuthority } from '../adapters/evidence/timestamp.ts';
import type { Evidence } from '../adapters/evidence/port.ts';
import { createIdentifiers } from '../adapters/identifiers/index.ts';
import { createEmailCompiler } from '../adapters/mjml/index.ts';
import type { Identifiers } from '../adapters/identifiers/port.ts';
import type { PublishedEvents } from '../adapters/published-events/port.ts';
import { createPublishedEvents } from '../adapters/published-events/postgres.ts';
import { createSnapshots } from '../adapters/snapshots/postgres.ts';
import { withTracing } from '../adapters/event-store/traced.ts';
import { type Tracing, untraced } from '../adapters/tracing/port.ts';
import { createSubjectKeys, createVault } from '../adapters/vault/index.ts';
import type { SubjectKeys, Vault } from '../adapters/vault/port.ts';
import { createCommands } from '../commands/index.ts';
import type { Commands } from '../commands/catalogue.ts';
import type { CommandDependencies } from '../commands/kernel/dependencies.ts';
import { ContactId } from '../domain/kernel/ids.ts';
import { eventCatalogue } from '../domain/catalogue.ts';
import { ContactErased } from '../domain/contacts/erasure-events.ts';
import {
  createProjectionRunner,
  createReadModels,
  type ProjectionRunner,
  projectors,
  type Readers,
} from '../projections/index.ts';
import type { ReadModels } from '../projections/read-models.ts';
import { draftStatement } from '../commands/statements/draft.ts';
import { createBills } from './bills.ts';
import type { BillingReader } from '../workers/statements/close.ts';
import { usedIn } from '../projections/uses.ts';
import {
  type AudienceReader,
  type ActivityReader,
  createWorkers,
  type UploadFigures,
  type UsageReader,
  type Workers,
  type WorkersDependencies,
} from '../workers/index.ts';

/** What the product stands on. Whoever opened them closes them, after everything that is composed over them has stopped. */
export interface Ports {
  /** The database of vault, read models and workers. `connectionString` is the same: the projections keep connections of their own. */
  readonly db: Kysely<unknown>;
  readonly connectionString: string;
  /** The log as its engine has it, personal data still encrypted. */
  readonly raw: EventStore;
  readonly bus: Bus;
  /** `SECRET_KEY` of the installation. */
  readonly secretKey: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ComposeOptions {
  /** What commands may ask of the world besides. */
  readonly world?: Partial<Parameters<typeof createCommands>[0]>;
  /** Connections for the read models' queries, behind row-level security; left out: those of `db`. */
  readonly readers?: Readers;
  readonly projections?: Pick<
    Partial<Parameters<typeof createProjectionRunner>[0]>,
    'projectors' | 'limits' | 'connect'
  >;
  /** The host that checkpoints of the log are signed for; the first start keeps it. Left out: localhost. */
  readonly host?: string;
  /** Who says when it saw a packet of evidence; left out: nobody does. */
  readonly timestamps?: TimestampAuthority;
  /** Left out: no spans. */
  readonly tracing?: Tracing;
  /** Whether read models show everything up to a position, waiting a moment for it; left out: the runner is asked. */
  readonly shows?: (projectors: readonly string[]) => (position: bigint) => Promise<boolean>;
}

/** Everything between the outside and the API, put together over the same ports. Nothing runs yet. */
export interface Composition {
  readonly raw: EventStore;
  /** The log with the codec on. */
  readonly store: EventStore;
  readonly vault: Vault;
  readonly subjectKeys: SubjectKeys;
  readonly identifiers: Identifiers;
  readonly evidence: Evidence;
  readonly commands: Commands;
  /** The same commands with some of what they stand on replaced. */
  commandsWith(world: Partial<CommandDependencies>): Commands;
  readonly runner: ProjectionRunner;
  readonly readModels: ReadModels;
  readonly published: PublishedEvents;
  /** One process's workers over how texts, emails and pushes leave it. */
  workers(outside: Outside): Workers;
}

/** What leaves the system, and what of the rest is replaced. */
export type Outside = Omit<WorkersDependencies, Inside> & Partial<Pick<WorkersDependencies, Inside>>;
/** What workers are given here. */
type Inside =
  | 'store'
  | 'db'
  | 'bus'
  | 'commands'
  | 'clock'
  | 'log'
  | 'tracing'
  | 'evidence'
  | 'loopMembers'
  | 'bulkContacts'
  | 'segmentContacts'
  | 'uploadFigures'
  | 'emailFigures'
  | 'nearLimits'
  | 'payersNear'
  | 'subscribersOfVersions'
  | 'usedIn'
  | 'chatLoads'
  | 'assigned'
  | 'overdueSince'
  | 'audience'
  | 'beside'
  | 'days'
  | 'usage'
  | 'billing'
  | 'billFor'
  | 'shownWallet'
  | 'published'
  | 'snapshots';

/** Throws SealBroken when the installation's secrets were stored with another secret key. */
export async function compose(ports: Ports, options: ComposeOptions = {}): Promise<Composition> {
  const { db, connectionString, raw, bus, secretKey, clock, log } = ports;
  const now = (): Date => clock.now();
  const vault = createVault({ db, secretKey });
  const subjectKeys = createSubjectKeys({ db, secretKey, clock: () => clock.elapsed() });
  const { tracing = untraced } = options;
  const store = withTracing(withCodec(raw, { subjectKeys, catalogue: eventCatalogue, clock }), tracing);
  const evidence = createEvidence({
    db,
    raw,
    vault,
    subjectKeys,
    now,
    name: options.host ?? 'localhost',
    log,
    ...(options.timestamps && { authority: options.timestamps }),
  });
  const emailCompiler = createEmailCompiler();
  const identifiers = options.world?.identifiers ?? (await createIdentifiers({ vault }));
  const attendance = createAttendance({ db, now });
  const snapshots = createSnapshots({ db, now });
  const published = createPublishedEvents({ db, bus, erasure: ContactErased.type });
  const commandsWith = (world: Partial<CommandDependencies>): Commands =>
    createCommands({
      events: store,
      emailCompiler,
      vault,
      subjectKeys,
      identifiers,
      attendance,
      snapshots,
      evidence,
      now,
      tracing,
      registrationOf: (reference) => readModels.registrationOf(reference),
      numbersHeld: async (agencyId) => (await readModels.agency(agencyId))?.usageNumbers ?? 0,
      contactsHeld: (businessId) => readModels.contactsHeld(businessId),
      agencyContactsHeld: (agencyId) => readModels.agencyContactsHeld(agencyId),
      ...options.world,
      ...world,
    });
  const commands = commandsWith({});
  const runner = createProjectionRunner({
    store,
    connectionString,
    bus,
    projectors,
    log,
    tracing,
    ...options.projections,
  });
  const readModels = createReadModels(db, now, options.readers);
  const shows =
    options.shows ??
    ((projectors) => (position) => runner.waitFor(position, { timeoutMs: 200, projectors: [...projectors] }));
  const loopMembers = { reached: shows(['loops']), toUnlock: readModels.loopMembersToUnlock };
  const bulkContacts = { reached: shows(['contacts', 'segments', 'engagement']), page: readModels.targetPage };
  const segmentContacts = {
    reached: shows(['contacts', 'segments', 'engagement', 'coupons', 'conversations', 'links', 'broadcasts']),
    segments: readModels.segments,
    sort: readModels.sortContacts,
  };
  const uploadFigures: UploadFigures = {
    async caughtUp() {
      await runner.waitFor(await store.head(), { timeoutMs: 10_000, projectors: ['contacts'] });
    },
    written: async (businessId, contactIds) => new Set(await readModels.writtenWith(businessId, contactIds)),
    holders: async (businessId, emails) =>
      (await readModels.contactsByEmails(businessId, emails)).map((id) => ContactId.parse(id)),
  };
  const audience = audienceFrom(readModels, shows(['contacts']));
  const beside: ActivityReader = {
    reached: shows(['engagement', 'coupons', 'conversations', 'links', 'broadcasts']),
    of: readModels.contactsBeside,
  };
  const billing: BillingReader = {
    reached: shows(['usage', 'businesses', 'subscriptions', 'wallets']),
    payers: readModels.usagePayers,
    wallets: readModels.walletPayers,
    draft: (payer, month) => draftStatement(commands, readModels, payer, month, now()),
  };
  const usage: UsageReader = {
    upToDate: async () => shows(['usage'])(await store.head()),
    texts: (businessId, month) =>
      readModels.textsOfMonth(businessId, month).catch((error: unknown) => {
        // The read models of a system that begins are not there yet.
        if ((error as { code?: string }).code === '42P01') return null;
        throw error;
      }),
  };
  return {
    raw,
    store,
    vault,
    subjectKeys,
    identifiers,
    evidence,
    commands,
    commandsWith,
    runner,
    readModels,
    published,
    workers: (outside) =>
      createWorkers({
        store,
        db,
        bus,
        commands,
        evidence,
        loopMembers,
        bulkContacts,
        segmentContacts,
        uploadFigures,
        emailFigures: readModels.emailFigures,
        nearLimits: readModels.nearLimits,
        payersNear: readModels.payersNear,
        subscribersOfVersions: readModels.subscribersOfVersions,
        usedIn: (businessId) => usedIn(readModels, commands.automations.uses, businessId),
        chatLoads: readModels.chatLoads,
        assigned: { reached: shows(['conversations']), of: readModels.assignedTo },
        overdueSince: readModels.overdueSince,
        audience,
        beside,
        days: { zoneOf: readModels.zoneOf, contactsOfDays: readModels.contactsOfDays },
        usage,
        billing,
        billFor: createBills({ commands, readModels }),
        shownWallet: readModels.walletShown,
        published,
        snapshots,
        clock,
        log: log.child({ part: 'workers' }),
        tracing,
        ...outside,
      }),
  };
}

/** Whom broadcasts are to, from the read models. `reached`: whether they show everything up to a position. */
export const audienceFrom = (readModels: ReadModels, reached: AudienceReader['reached']): AudienceReader => ({
  reached,
  count: async (businessId, channel, audience) =>
    (await readModels.countAudience(businessId, channel, audience)).recipients,
  recipients: async (businessId, channel, audience, windowHours) =>
    (await readModels.audienceFunnel(businessId, { channel, audience, windowHours })).recipients,
  figures: async (businessId, broadcastId, by, variants) => {
    const [{ tallies, deeds }, { byVariant }] = await Promise.all([
      readModels.broadcastReport(businessId, broadcastId),
      readModels.clicksOf(businessId, broadcastId),
    ]);
    const got: ReadonlySet<string> = new Set(['sent', 'delivered', 'undelivered']);
    const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
    return Array.from({ length: variants }, (_, nth) => ({
      sent: sum(tallies.filter(({ variant, state }) => variant === nth && got.has(state)).map(({ count }) => count)),
      did:
        by === 'clicks' ?
          sum(byVariant.filter(({ variant }) => variant === nth).map(({ clickers }) => clickers))
        : sum(
            deeds
              .filter(({ variant }) => variant === nth)
              .map(({ replied, redeemed }) => (by === 'replies' ? replied : redeemed)),
          ),
    }));
  },
  page: async (businessId, channel, audience, { position, ...page }) => {
    const { members, next } = await readModels.audiencePage(businessId, channel, audience, {
      ...page,
      upTo: position.toString(),
    });
    return { people: members, next };
  },
});
