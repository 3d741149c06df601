import { type Kysely, sql } from 'kysely';

/** What events were called before, and what they are called since. */
export const renamedEvents: Readonly<Record<string, string>> = {
  AgencyApprovalLimitChosen: 'AgencyApprovalLimitChanged',
  AgencyOnboardingFinished: 'AgencyOnboardingCompleted',
  BusinessDailyLimitsChosen: 'BusinessDailyLimitsChanged',
  BusinessCampaignListed: 'BusinessCampaignAdded',
  CampaignKeywordTaken: 'CampaignKeywordUnavailable',
  PageStarted: 'PageCreated',
  SubmissionEmailAsked: 'SubmissionEmailVerificationRequested',
  CouponReminded: 'CouponReminderSent',
  CouponUseTaken: 'CouponUseClaimed',
  CouponUseReturned: 'CouponUseReleased',
  LoopRuleSwitched: 'LoopRuleToggled',
  LoopRulesOrdered: 'LoopRulesReordered',
  MemberActed: 'MemberActionRecorded',
  ReferralRefused: 'ReferralRejected',
  ContactNamed: 'ContactNameChanged',
  ContactDetailsGiven: 'ContactDetailsChanged',
  ContactPauseEnded: 'ContactResumed',
  ContactFrequencyChosen: 'ContactFrequencyChanged',
  ContactTopicsChosen: 'ContactTopicsChanged',
  ContactDataTaken: 'ContactDataExported',
  ContactBounceLifted: 'ContactBounceCleared',
  ContactKeptSubscribed: 'ContactOptOutDismissed',
  ContactMergeBegan: 'ContactMergeStarted',
  ContactMergeRefused: 'ContactMergeCancelled',
  UploadRead: 'UploadParsed',
  UploadReadingChosen: 'UploadOptionsChanged',
  UploadRefused: 'UploadRejected',
  ImportPlanned: 'ImportMapped',
  ImportRehearsed: 'ImportPreviewed',
  ImportBegan: 'ImportStarted',
  ImportAdvanced: 'ImportProgressed',
  ImportFinished: 'ImportCompleted',
  ImportUndoAdvanced: 'ImportUndoProgressed',
  BulkActionAdvanced: 'BulkActionProgressed',
  DuplicateSuggestedAgain: 'DuplicateRestored',
  ListExported: 'ListExportStarted',
  EmailTemplateEdited: 'EmailTemplateChanged',
  ScheduledTextMoved: 'ScheduledTextRescheduled',
  ScheduledTextHeld: 'ScheduledTextPaused',
  ScheduledTextTakenBack: 'ScheduledTextCancelled',
  ScheduledTextDropped: 'ScheduledTextFailed',
  ChatAssignmentChosen: 'ChatAssignmentChanged',
  ChatReplyTimeChosen: 'ChatReplyTimeChanged',
  ChatAnsweringChosen: 'ChatAnsweringChanged',
  ChatPersonLeft: 'ChatTeammateWentAway',
  ChatPersonReturned: 'ChatTeammateReturned',
  SnippetWritten: 'SnippetSaved',
  SupportDetailsChosen: 'SupportDetailsChanged',
  MessageAnsweredByRule: 'MessageAnsweredAutomatically',
  MessageLeftToPeople: 'MessageRoutedToInbox',
  MessageMediaRefused: 'MessageMediaRejected',
  MessageHeld: 'MessageDeferred',
  AccountMailRequested: 'AccountEmailRequested',
  AccountMailSent: 'AccountEmailSent',
  AccountMailFailed: 'AccountEmailFailed',
  MailQueued: 'EmailQueued',
  MailAccepted: 'EmailAccepted',
  MailFailed: 'EmailFailed',
  MailSuppressed: 'EmailSuppressed',
  MailOutcomeUnknown: 'EmailOutcomeUnknown',
  MailDelivered: 'EmailDelivered',
  MailBounced: 'EmailBounced',
  MailComplained: 'EmailComplained',
  MailVersionMade: 'EmailVersionCreated',
  MailTestSent: 'EmailTestSent',
  LinkRegistered: 'LinkCreated',
  ListingAdded: 'BlocklistEntryAdded',
  ListingNoted: 'BlocklistEntryNoteChanged',
  ListingRemoved: 'BlocklistEntryRemoved',
  BroadcastTexted: 'BroadcastConfirmedByText',
  AutomationSwitchedOff: 'AutomationDeactivated',
  AutomationSwitchedOn: 'AutomationActivated',
  AutomationTriedAgain: 'AutomationEnrollmentsRetried',
  AutomationVersionMade: 'AutomationVersionCreated',
  AutomationHookMade: 'AutomationHookCreated',
  AutomationHookNamed: 'AutomationHookRenamed',
  AutomationStepBegun: 'AutomationStepStarted',
  AutomationStepPutOff: 'AutomationStepRetryScheduled',
  AutomationStepForced: 'AutomationStepOverridden',
  AutomationStepPassed: 'AutomationStepCompleted',
  AutomationRunMoved: 'AutomationRunMigrated',
  ProviderWebhookKeyChosen: 'ProviderWebhookKeyChanged',
  UserPasswordDenied: 'UserPasswordRejected',
  BrandNameChosen: 'BrandNameChanged',
  BrandColorChosen: 'BrandColorChanged',
  BrandFileChosen: 'BrandFileChanged',
  CustomDomainChosen: 'CustomDomainChanged',
  SubdomainChosen: 'SubdomainChanged',
  DomainOwnershipProved: 'DomainOwnershipVerified',
  DomainPointedHere: 'DomainConnected',
  DomainPointedElsewhere: 'DomainDisconnected',
  DomainCertificateSeen: 'DomainCertificateFound',
};

/**
 * Gives the events of the log their names of today: nothing else in them says their type, and what is sealed is sealed
 * by the event's id. Read models and workers go on where they are. An EventStoreDB can't be changed: an installation
 * that has one from before is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    select exists (select from ops.projection_checkpoints where position > 0)
      and not exists (select from es.events) as elsewhere`.execute(db);
  if (rows[0]!.elsewhere)
    throw new Error(
      'This installation keeps its events in an EventStoreDB, and they have the names of an earlier version. ' +
        'Start with an empty EventStoreDB and an empty database.',
    );
  const former = Object.keys(renamedEvents);
  await sql`
    update es.events as event set type = renamed.type
    from unnest(${former}::text[], ${Object.values(renamedEvents)}::text[]) as renamed (former, type)
    where event.type = renamed.former`.execute(db);
}
