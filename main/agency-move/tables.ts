/**
 * What of the schema `ops` belongs to an agency, table by table, in the order in which rows leave (those that are found
 * through others go before them) and, backwards, arrive. A table that is missing here fails a test: whoever adds one says
 * what a move does with it.
 */
export interface MovedTable {
  readonly table: string;
  /** Which rows are the agency's, as a condition over the table's own columns; see `tenantParameters`. */
  readonly own: string;
  /** Put off while the agency leaves, so that no worker claims a row. Rows for which `of` holds; left out: all. */
  readonly hold?: { readonly column: 'due_at' | 'paused_until'; readonly of?: string };
  /** A worker has the row in hand: the move waits for it. `$4` is the time. */
  readonly inHand?: string;
  /** Who works on a row has it locked meanwhile. */
  readonly isLocked?: true;
  /** Columns that hold a position of the log. */
  readonly positions?: readonly string[];
  /** A number of the table's own: the row gets a new one. */
  readonly ownNumber?: string;
  /** The column that names a file of the storage, which is copied. */
  readonly file?: string;
}

/** `$1` businesses (uuid[]), `$2` the agency (uuid), `$3` users (uuid[]), in this order. */
const ofBusiness = 'business_id = any($1::uuid[])';
const ofAgency = 'agency_id = $2::uuid';
const ofUser = 'user_id = any($3::uuid[])';
/** A row that names only something with a stream of its own belongs to whom the stream's first event belongs to. */
const ofStream = (category: string, column: string): string => `exists (select from es.events e
  where e.stream = '${category}-' || ${column} and e.revision = 0 and (e.metadata -> 'tenant' ->> 'businessId')::uuid = any($1::uuid[]))`;
const heldNow = '(held_until > $4::timestamptz and isfinite(held_until))';

/** These look through something page by page, by positions of this log: they come to their end before the move goes on. */
const passingTimers = ['recheck-loop', 'bulk-action', 'teammate-left', 'automation-wakes', 'automation-moves'];
const ofTimer = `(payload ->> 'businessId' = any($1::uuid[]::text[]) or payload ->> 'agencyId' = $2::uuid::text
  or payload ->> 'automationId' in (select automation_id::text from ops.automations where ${ofBusiness})
  or (payload ? 'messageId' and ${ofStream('message', "(payload ->> 'messageId')")}))`;

export const movedTables: readonly MovedTable[] = [
  {
    table: 'timers',
    isLocked: true,
    own: ofTimer,
    hold: { column: 'due_at', of: `failed_at is null and not kind = any('{${passingTimers.join(',')}}')` },
    inHand: `failed_at is null and kind = any('{${passingTimers.join(',')}}')`,
  },
  { table: 'automation_days', own: `automation_id in (select automation_id from ops.automations where ${ofBusiness})` },
  { table: 'automation_effects', own: ofStream('contact', 'contact_id') },
  { table: 'automation_happened', own: ofStream('contact', 'contact_id'), positions: ['position'] },
  {
    table: 'automation_entering',
    own: ofBusiness,
    hold: { column: 'due_at' },
    inHand: heldNow,
    positions: ['position'],
  },
  {
    table: 'automation_runs',
    own: ofBusiness,
    hold: { column: 'due_at', of: "state <> 'ended'" },
    inHand: `state <> 'ended' and ${heldNow}`,
    positions: ['position'],
  },
  { table: 'automation_triggers', own: ofBusiness },
  { table: 'automation_hook_calls', own: ofBusiness, ownNumber: 'id' },
  { table: 'automation_hook_samples', own: ofBusiness },
  { table: 'automations', own: ofBusiness },
  { table: 'resends', own: ofStream('message', 'message_id') },
  {
    table: 'media_fetches',
    own: ofStream('message', 'message_id'),
    hold: { column: 'due_at' },
    inHand: 'claimed_until > $4::timestamptz',
  },
  { table: 'outbox', own: ofBusiness, inHand: "stage in ('in hand', 'unknown')", positions: ['position'] },
  // A number that is paused claims none of its texts, however many wait.
  { table: 'senders', own: ofBusiness, hold: { column: 'paused_until' } },
  {
    table: 'mails',
    own: `(${ofBusiness} or ${ofAgency})`,
    hold: { column: 'due_at', of: "state in ('pending', 'unknown')" },
    inHand: "state in ('claimed', 'sending') or (done_at is not null and recorded_at is null and broadcast_id is null)",
    positions: ['position'],
  },
  {
    table: 'broadcasts',
    own: ofBusiness,
    hold: { column: 'due_at', of: "phase <> 'ended'" },
    inHand: `phase <> 'ended' and ${heldNow}`,
    positions: ['position'],
  },
  { table: 'chat_turns', own: ofBusiness },
  { table: 'exports', own: ofStream('export', 'id') },
  { table: 'domain_checks', own: ofAgency, hold: { column: 'due_at' } },
  { table: 'subscription_looks', own: 'payer_id = $2::uuid', hold: { column: 'due_at' } },
  { table: 'registration_looks', own: ofBusiness, hold: { column: 'due_at' } },
  { table: 'registration_checks', own: ofBusiness, hold: { column: 'due_at' } },
  { table: 'link_visits', own: `${ofBusiness} and not judged`, inHand: 'batch is not null', ownNumber: 'id' },
  { table: 'media', own: `(${ofBusiness} or ${ofAgency} or ${ofUser})`, file: 'storage_key' },
  {
    table: 'push_queue',
    isLocked: true,
    own: `(${ofUser} or ${ofStream('contact', 'contact_id')})`,
    hold: { column: 'due_at' },
    positions: ['position'],
  },
  { table: 'push_subscriptions', own: `(${ofUser} or ${ofBusiness})` },
  { table: 'push_users', own: `(${ofUser} or ${ofBusiness})` },
  { table: 'reached', own: ofBusiness },
  { table: 'api_key_days', own: ofBusiness },
  { table: 'webhook_attempts', own: ofBusiness },
  {
    table: 'webhook_deliveries',
    own: ofBusiness,
    hold: { column: 'due_at', of: "status = 'pending'" },
    positions: ['position'],
  },
  { table: 'webhook_endpoints', own: ofBusiness, positions: ['position'] },
  { table: 'brand_days', own: ofBusiness },
  { table: 'sender_limits', own: ofBusiness },
  {
    table: 'segment_members',
    own: `segment_id in (select segment_id from ops.segment_counts where ${ofBusiness})`,
    positions: ['position'],
  },
  { table: 'segment_counts', own: ofBusiness, positions: ['fill_after'] },
  { table: 'segment_touched', own: ofBusiness, positions: ['position'] },
  { table: 'segments_to_count', isLocked: true, own: ofBusiness, hold: { column: 'due_at' }, positions: ['position'] },
  { table: 'sessions', own: `(${ofUser} or ${ofBusiness} or ${ofAgency})` },
  { table: 'tenant_rates', own: '(tenant_id = any($1::uuid[]) or tenant_id = $2::uuid)' },
  { table: 'upload_changes', own: `upload_id in (select upload_id from ops.upload_files where ${ofBusiness})` },
  { table: 'upload_problems', own: `upload_id in (select upload_id from ops.upload_files where ${ofBusiness})` },
  { table: 'upload_erasures', own: ofBusiness, positions: ['position'] },
  { table: 'upload_files', own: ofBusiness, file: 'storage_key' },
  { table: 'usage_counters', own: ofBusiness },
  { table: 'integration_polls', own: ofBusiness, hold: { column: 'due_at' } },
  { table: 'integration_pages', own: ofBusiness },
  { table: 'wallet_payers', own: '(payer_id = any($1::uuid[]) or payer_id = $2::uuid)' },
  { table: 'wallet_slices', own: ofBusiness, hold: { column: 'due_at' } },
];

/** What a move can't take along yet: an agency that has such rows is refused before the first step, with these words. */
export const refusedRows: readonly { readonly table: string; readonly own: string; readonly why: string }[] = [
  { table: 'upload_jobs', own: ofBusiness, why: 'contact imports are running. Wait until they finish, or cancel them' },
  { table: 'integration_syncs', own: ofBusiness, why: 'integrations are being synced. Wait until they finish' },
  { table: 'bulk_pages', own: ofStream('bulk', 'bulk_id'), why: 'bulk actions are running. Wait until they finish' },
];

/** What stays, and why nothing is lost by it. */
export const stayingTables: Readonly<Record<string, string>> = {
  agency_moves: 'says how far moves are',
  evidence_checkpoints: 'of the log that stays: what was signed of it stays provable here',
  evidence_progress: 'of the installation',
  evidence_segments: 'made from the log of each installation',
  evidence_witnesses: 'of the installation that sent them: the next one starts over',
  evidence_trees: 'made from the log of each installation',
  report_exports: 'whoever wants the file asks for it again: its days are in the list, its rows in the log',
  report_export_parts: 'files of the installation',
  idempotency_keys: 'a repeat is recognized by the id of its command, which is in the events',
  kysely_migration: 'of the installation',
  kysely_migration_lock: 'of the installation',
  leases: 'of the processes',
  moving_rows: 'carries the rows of the others',
  overdue_told: 'of the processes',
  projection_checkpoints: 'of the installation',
  rate_limits: 'starts over: minutes of patience with guesses',
  sign_in_steps: 'begun again within minutes',
  stock_photos: 'a cache',
  subject_keys: 'copied before the events that need them',
  vault: 'copied before the events that name them',
  visit_keys: 'a visitor of today counts once more',
  visits: 'a visitor of today counts once more',
  webhook_tokens: 'a provider’s notice that is heard twice is one event',
  payment_events_read: 'of the installation, whose payment provider it reads',
  published_businesses: 'made from the endpoints and the log of each installation',
  published_events: 'made from the log of each installation',
  published_tail: 'of the installation',
  worker_checkpoints: 'of the installation',
  write_probe: 'of the installation',
  read_model_checks: 'of the installation',
  read_model_jobs: 'of the installation',
  webhook_refusals: 'of the installation',
  carrier_minutes: 'of the installation',
  backups: 'of the installation',
  stream_snapshots: 'made from the log of each installation',
  proven_wallets: 'made from the log of each installation',
};
