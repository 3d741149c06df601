import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import * as platform from './0001_platform.ts';
import * as eventStore from './0002_event_store.ts';
import * as projections from './0003_projections.ts';
import * as workers from './0004_workers.ts';
import * as api from './0005_api.ts';
import * as identity from './0006_identity.ts';
import * as email from './0007_mail.ts';
import * as whitelabel from './0008_whitelabel.ts';
import * as push from './0009_push.ts';
import * as images from './0010_images.ts';
import * as sealedAnswers from './0011_sealed_answers.ts';
import * as inboundMedia from './0012_inbound_media.ts';
import * as pageFigures from './0016_page_figures.ts';
import * as emails from './0019_mails.ts';
import * as segmentCounts from './0020_segment_counts.ts';
import * as uploads from './0021_uploads.ts';
import * as linkVisits from './0022_link_visits.ts';
import * as broadcasts from './0024_broadcasts.ts';
import * as emailWebhooks from './0026_mail_webhooks.ts';
import * as erasures from './0027_erasures.ts';
import * as emailBroadcasts from './0028_mail_broadcasts.ts';
import * as usageCounters from './0029_usage_counters.ts';
import * as emailHealth from './0030_mail_health.ts';
import * as exports from './0032_exports.ts';
import * as segmentMembers from './0033_segment_members.ts';
import * as tenantRates from './0034_tenant_rates.ts';
import * as automations from './0039_automations.ts';
import * as automationHooks from './0040_automation_hooks.ts';
import * as dailyLimits from './0041_daily_limits.ts';
import * as outboxIndexes from './0045_outbox_indexes.ts';
import * as automationTurns from './0046_automation_turns.ts';
import * as automationHookCalls from './0047_automation_hook_calls.ts';
import * as automationRows from './0048_automation_rows.ts';
import * as outboxOverdue from './0051_outbox_overdue.ts';
import * as automationEntriesGivenUp from './0052_automation_entries_given_up.ts';
import * as outboxStages from './0054_outbox_stages.ts';
import * as liveChatTeam from './0056_live_chat_team.ts';
import * as whyNotLetIn from './0059_why_not_let_in.ts';
import * as writeProbe from './0068_write_probe.ts';
import * as whoIsAtWork from './0060_who_is_at_work.ts';
import * as faults from './0061_faults.ts';
import * as uploadFaults from './0062_upload_faults.ts';
import * as lately from './0063_lately.ts';
import * as uploadChanges from './0064_upload_changes.ts';
import * as emailInHand from './0069_mail_in_hand.ts';
import * as stockPhotos from './0070_stock_photos.ts';
import * as pushMembers from './0071_push_members.ts';
import * as abandonedLeases from './0072_abandoned_leases.ts';
import * as eventNames from './0075_event_names.ts';
import * as sessionOrigins from './0076_session_origins.ts';
import * as agencyMoves from './0077_agency_moves.ts';
import * as signInSteps from './0078_sign_in_steps.ts';
import * as setupOnlySessions from './0079_setup_only_sessions.ts';
import * as walletSlices from './0080_wallet_slices.ts';
import * as paymentFollowers from './0081_payment_followers.ts';
import * as walletResale from './0084_wallet_resale.ts';
import * as registrationLooks from './0085_registration_looks.ts';
import * as evidence from './0088_evidence.ts';
import * as senderLimits from './0096_sender_limits.ts';
import * as apiKeyDays from './0092_api_key_days.ts';
import * as streamSnapshots from './0095_stream_snapshots.ts';
import * as integrationSyncs from './0101_integration_syncs.ts';
import * as checkpointEmails from './0107_checkpoint_emails.ts';
import * as integrationPolls from './0108_integration_polls.ts';
import * as webhooksOut from './0109_webhooks_out.ts';
import * as releasedWaits from './0110_released_waits.ts';
import * as publishedEvents from './0113_published_events.ts';
import * as registrationChecks from './0115_registration_checks.ts';
import * as exportsOfKeys from './0117_exports_of_keys.ts';
import * as registrationsWithoutFunds from './0120_registrations_without_funds.ts';
import * as health from './0091_health.ts';
import * as emailHolds from './0093_email_holds.ts';
import * as reportExports from './0099_report_exports.ts';
import * as exportTurns from './0106_export_turns.ts';

/** In the order they run. Names are for ever; what ran once is never edited, only followed by another. */
const migrations: Record<string, Migration> = {
  '0001_platform': platform,
  '0002_event_store': eventStore,
  '0003_projections': projections,
  '0004_workers': workers,
  '0005_api': api,
  '0006_identity': identity,
  '0007_mail': email,
  '0008_whitelabel': whitelabel,
  '0009_push': push,
  '0010_images': images,
  '0011_sealed_answers': sealedAnswers,
  '0012_inbound_media': inboundMedia,
  '0016_page_figures': pageFigures,
  '0019_mails': emails,
  '0020_segment_counts': segmentCounts,
  '0021_uploads': uploads,
  '0022_link_visits': linkVisits,
  '0024_broadcasts': broadcasts,
  '0026_mail_webhooks': emailWebhooks,
  '0027_erasures': erasures,
  '0028_mail_broadcasts': emailBroadcasts,
  '0029_usage_counters': usageCounters,
  '0030_mail_health': emailHealth,
  '0032_exports': exports,
  '0033_segment_members': segmentMembers,
  '0034_tenant_rates': tenantRates,
  '0039_automations': automations,
  '0040_automation_hooks': automationHooks,
  '0041_daily_limits': dailyLimits,
  '0045_outbox_indexes': outboxIndexes,
  '0046_automation_turns': automationTurns,
  '0047_automation_hook_calls': automationHookCalls,
  '0048_automation_rows': automationRows,
  '0051_outbox_overdue': outboxOverdue,
  '0052_automation_entries_given_up': automationEntriesGivenUp,
  '0054_outbox_stages': outboxStages,
  '0056_live_chat_team': liveChatTeam,
  '0059_why_not_let_in': whyNotLetIn,
  '0068_write_probe': writeProbe,
  '0060_who_is_at_work': whoIsAtWork,
  '0061_faults': faults,
  '0062_upload_faults': uploadFaults,
  '0063_lately': lately,
  '0064_upload_changes': uploadChanges,
  '0069_mail_in_hand': emailInHand,
  '0070_stock_photos': stockPhotos,
  '0071_push_members': pushMembers,
  '0072_abandoned_leases': abandonedLeases,
  '0075_event_names': eventNames,
  '0076_session_origins': sessionOrigins,
  '0077_agency_moves': agencyMoves,
  '0078_sign_in_steps': signInSteps,
  '0079_setup_only_sessions': setupOnlySessions,
  '0080_wallet_slices': walletSlices,
  '0081_payment_followers': paymentFollowers,
  '0084_wallet_resale': walletResale,
  '0085_registration_looks': registrationLooks,
  '0088_evidence': evidence,
  '0092_api_key_days': apiKeyDays,
  '0095_stream_snapshots': streamSnapshots,
  '0096_sender_limits': senderLimits,
  '0101_integration_syncs': integrationSyncs,
  '0107_checkpoint_emails': checkpointEmails,
  '0108_integration_polls': integrationPolls,
  '0109_webhooks_out': webhooksOut,
  '0110_released_waits': releasedWaits,
  '0113_published_events': publishedEvents,
  '0115_registration_checks': registrationChecks,
  '0117_exports_of_keys': exportsOfKeys,
  '0120_registrations_without_funds': registrationsWithoutFunds,
  '0091_health': health,
  '0093_email_holds': emailHolds,
  '0099_report_exports': reportExports,
  '0106_export_turns': exportTurns,
};

/** Any number will do, as long as it is always this one. */
const migrationLock = 7_203_145_511n;

/** All of them, in the order in which they run. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/**
 * Brings the schema of a database up to date and returns the names of what ran. Several processes may call it at once: one works, the
 * others wait. What is pending runs in one transaction, so that a crash leaves nothing half done. Throws what a migration threw.
 * A given Kysely needs a pool of at least two connections: one holds the lock. `upTo`: the last that runs; null: all do.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever tables the caller's Kysely knows
export async function migrate(target: string | Kysely<any>, upTo: string | null = null): Promise<readonly string[]> {
  if (typeof target !== 'string') return run(target, upTo);
  const pool = new pg.Pool({ connectionString: target, max: 2, application_name: 'beckon-migrate' });
  pool.on('error', () => {}); // An idle connection broke: the next query says so.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await run(db, upTo);
  } finally {
    await db.destroy();
  }
}

async function run(db: Kysely<unknown>, upTo: string | null): Promise<readonly string[]> {
  if ((await pending(db)).length === 0) return [];
  return db.connection().execute(async (locked) => {
    await sql`select pg_advisory_lock(${migrationLock.toString()}::bigint)`.execute(locked);
    try {
      return await migrateEach(db, upTo);
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock.toString()}::bigint)`.execute(locked);
    }
  });
}

async function migrateEach(db: Kysely<unknown>, upTo: string | null): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'ops',
  });
  const { error, results } = await (upTo === null ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** One cheap query, so that a start with nothing to do takes no lock. */
async function pending(db: Kysely<unknown>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ops.kysely_migration`.execute(db);
    const done = new Set(rows.map((row) => row.name));
    return Object.keys(migrations).filter((name) => !done.has(name));
  } catch (error) {
    if ((error as { code?: string }).code === '42P01' || (error as { code?: string }).code === '3F000')
      return Object.keys(migrations);
    throw error;
  }
}
