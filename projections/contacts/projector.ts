import {
  ContactBounceCleared,
  ContactDetailsChanged,
  ContactDiscovered,
  ContactImported,
  ContactImportUndone,
  ContactJoinedCampaign,
  ContactOptOutDismissed,
  ContactLeftCampaign,
  ContactMarkedUnreachable,
  ContactNameChanged,
  ContactOptedIn,
  ContactOptedOut,
  ContactOptInRequested,
  ContactOptOutSuspected,
  ContactPaused,
  ContactResumed,
  ContactSubscribedToEmail,
  ContactTagged,
  ContactUnsubscribedFromEmail,
  type ConsentProof,
  contactEvents,
} from '../../domain/contacts/events.ts';
import { type AttributeName, attributeNames, knownIn, type Said } from '../../domain/contacts/attributes.ts';
import { spelledOut } from '../../domain/contacts/agreed.ts';
import { ContactMerged } from '../../domain/contacts/merge-events.ts';
import { ContactSuppressionKept } from '../../domain/contacts/erasure-events.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { DuplicateDismissed, DuplicateRestored } from '../../domain/duplicates/events.ts';
import { PageSubmitted } from '../../domain/submissions/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { actorName, is, type Stored } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
import { reset } from '../engine/merge-policy.ts';
import { followingMerges, type Merge, renamed } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { forgetContacts } from './forget.ts';
import { betweenUndoings, removed } from './removals.ts';
import {
  answerTable,
  apartTable,
  consentTable,
  contactCountTable,
  contactIndexes,
  contactIndexesAtOnce,
  contactModel,
  contactTable,
  countedAs,
  countedBy,
  customValueTable,
  membershipTable,
} from '../tables/contacts.ts';

/** Tallies by status, of all and of each keyword and tag, move by the difference between what rows said and say. */
const upsertContacts = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${contactTable.from('said')}),
  before as materialized (
    select ${countedBy('c.')} from incoming join ${contactTable.in(schema)} c using (id)
  ),
  after as (
    ${contactTable.upsert(schema, 'c', 'select * from incoming')}
    returning ${countedBy('c.')}
  )
  ${contactCountTable.upsert(
    schema,
    'n',
    `select business_id, k.keyword, current, sum(w)::bigint
      from (select 1 as w, ${countedBy('')} from after union all select -1, * from before) both_sides ${countedAs}
      group by 1, 2, 3 having sum(w) <> 0`,
  )}`,
);

const create = createAll(
  contactTable,
  consentTable,
  contactCountTable,
  membershipTable,
  answerTable,
  customValueTable,
  apartTable,
);
const upsertApart = perSchema((schema) => apartTable.upsert(schema, 'd'));
const insertConsents = perSchema((schema) => consentTable.upsert(schema, 'c'));
const upsertMemberships = perSchema((schema) => membershipTable.upsert(schema, 'm'));
const upsertAnswers = perSchema((schema) => answerTable.upsert(schema, 'a'));
const upsertCustomValues = perSchema((schema) => customValueTable.upsert(schema, 'v'));

/** The attributes that an event says: what it leaves out stays as it was; null takes away. */
function said(data: Said): Partial<Record<AttributeName, string>> {
  const found: Partial<Record<AttributeName, string>> = {};
  for (const name of attributeNames) {
    const value = data[name];
    if (value !== undefined) found[name] = value ?? '';
  }
  return found;
}

/** Nothing waits to be looked at. */
const looked = { suspectedSaid: false, suspectedIn: null } as const;

const begin = () => ({
  people: contactTable.rows(),
  consents: consentTable.rows(),
  memberships: membershipTable.rows(),
  answers: answerTable.rows(),
  values: customValueTable.rows(),
  apart: apartTable.rows(),
});
type Fold = ReturnType<typeof begin>;

type OfContact = StoredEvent & { readonly data: { readonly contactId: string; readonly businessId: string } };

const personOf = ({ data, metadata, position, revision }: OfContact) => ({
  id: data.contactId,
  businessId: data.businessId,
  createdAt: metadata.occurredAt,
  position,
  revision,
});
const membershipOf = ({ data: { contactId, businessId }, metadata }: OfContact) => ({
  contactId,
  businessId,
  joinedAt: metadata.occurredAt,
  takenOut: false,
});
const consentOf = (event: OfContact, proof: ConsentProof | null = null) => ({
  eventId: event.id,
  contactId: event.data.contactId,
  businessId: event.data.businessId,
  position: event.position,
  at: event.metadata.occurredAt,
  actor: actorName(event),
  channel: 'text' as const,
  keyword: null,
  campaignId: null,
  words: proof?.text ?? null,
  providerMessageId: proof?.providerMessageId ?? null,
  ipAddress: null,
  proof,
});

/** What a file said of a person, and what was said before once that is undone. */
function details(event: Stored<typeof ContactImported | typeof ContactImportUndone>, { people, values }: Fold): void {
  const { contactId, businessId, firstName, lastName, tags, custom } = event.data;
  people.merge({
    ...personOf(event),
    ...said(event.data),
    ...(firstName === undefined && lastName === undefined ?
      {}
    : { namedAt: event.position, firstName: firstName ?? null, lastName: lastName ?? null }),
    ...(tags === undefined ? {} : { tagsChosen: tags ?? [] }),
  });
  for (const [fieldId, value] of Object.entries(custom ?? {})) values.merge({ contactId, fieldId, businessId, value });
}

const table = handlers<Fold>((on, rest) => {
  /** What an event changes of the person it is about, and of nothing else. */
  const change = <D extends (typeof contactEvents)[number]>(
    definition: D,
    changeOf: (event: Stored<D>) => Partial<Parameters<Fold['people']['merge']>[0]>,
  ) => on(definition, (event, { people }) => people.merge({ ...personOf(event as OfContact), ...changeOf(event) }));

  on([DuplicateDismissed, DuplicateRestored], (event, { apart }) => {
    const { oneId, otherId, businessId } = event.data;
    const dismissed = is(event, DuplicateDismissed);
    apart.merge({ oneId, otherId, businessId, dismissed, at: event.metadata.occurredAt });
  });
  // The contact itself comes about by what follows from this.
  on(PageSubmitted, ({ data, metadata }, { answers }) => {
    const { contactId, businessId, campaignId, pageVersion, custom } = data;
    for (const [questionId, answer] of Object.entries(custom ?? {}))
      answers.merge({ contactId, campaignId, questionId, businessId, pageVersion, at: metadata.occurredAt, answer });
  });
  change(ContactDiscovered, ({ data: { phone, email, via } }) => ({ phone, email, source: via }));
  on(ContactDetailsChanged, (event, { people, values }) => {
    const { contactId, businessId, custom } = event.data;
    people.merge({ ...personOf(event), ...said(event.data) });
    for (const [fieldId, value] of Object.entries(custom ?? {}))
      values.merge({ contactId, fieldId, businessId, value });
  });
  on(ContactImported, (event, fold) => {
    details(event, fold);
    const { phone, uploadId, joined = [] } = event.data;
    fold.people.merge({
      ...personOf(event),
      phone,
      source: 'import',
      keywordsSince: joined.map(({ keyword }) => keyword),
      uploadId: event.revision === 0 ? uploadId : null,
    });
    for (const { campaignId, keyword } of joined)
      fold.memberships.merge({ ...membershipOf(event), campaignId, keyword, via: 'import' });
  });
  on(ContactImportUndone, (event, fold) => {
    details(event, fold);
    const { people, consents } = fold;
    const { texts, emails } = event.data;
    if (texts) people.merge({ ...personOf(event), status: 'unknown' });
    // The status is empty as long as neither a subscription nor the end of one was recorded.
    // eslint-disable-next-line no-restricted-syntax -- null would keep what was there (`newest`)
    if (emails) people.merge({ ...personOf(event), emailStatus: '' as never });
    const ended = { ...consentOf(event), kind: 'withdrawn', how: 'import-undone' } as const;
    if (texts) consents.merge(ended);
    else if (emails) consents.merge({ ...ended, channel: 'email' });
  });
  on(ContactJoinedCampaign, (event, { people, memberships }) => {
    const { campaignId, keyword, via } = event.data;
    people.merge({ ...personOf(event), keywordsSince: [keyword] });
    memberships.merge({ ...membershipOf(event), campaignId, keyword, via });
  });
  on(ContactLeftCampaign, (event, { people, memberships }) => {
    const { campaignId, keywords, via } = event.data;
    people.merge({ ...personOf(event), keywordsKept: keywords, keywordsSince: reset });
    memberships.merge({ ...membershipOf(event), campaignId, keyword: null, via, takenOut: true });
  });
  on(ContactOptedIn, (event, { people, memberships, consents }) => {
    const { phone, keyword, campaignId, source, consent: proof, ipAddress } = event.data;
    people.merge({
      ...personOf(event),
      phone,
      status: 'subscribed',
      // A person who agrees by this number can be reached by it, as the contact itself has it.
      unreachableSaid: false,
      optedInAt: event.metadata.occurredAt,
      ...(proof?.providerMessageId == null ? {} : looked),
      keywordsSince: keyword === null ? [] : [keyword],
    });
    if (campaignId !== null) memberships.merge({ ...membershipOf(event), campaignId, keyword, via: source });
    consents.merge({ ...consentOf(event, proof), kind: 'optedIn', how: source, keyword, campaignId, ipAddress });
  });
  on(ContactOptInRequested, (event, { people, consents }) => {
    const { keyword, campaignId, consent: proof, ipAddress } = event.data;
    people.merge(personOf(event));
    consents.merge({ ...consentOf(event, proof), kind: 'requested', how: 'form', keyword, campaignId, ipAddress });
  });
  on(ContactSubscribedToEmail, (event, { people, consents }) => {
    const { email, campaignId, source, consent: proof, ipAddress } = event.data;
    people.merge({ ...personOf(event), email, emailStatus: 'subscribed' });
    const by = { channel: 'email' as const, how: source, campaignId, ipAddress };
    consents.merge({ ...consentOf(event, proof), ...by, kind: 'optedIn' });
  });
  on(ContactUnsubscribedFromEmail, (event, { people, consents }) => {
    people.merge({ ...personOf(event), emailStatus: 'unsubscribed' });
    consents.merge({ ...consentOf(event), channel: 'email', kind: 'optedOut', how: event.data.via });
  });
  on(ContactOptedOut, (event, { people, consents }) => {
    const { via, words, reason, providerMessageId } = event.data;
    people.merge({ ...personOf(event), ...looked, status: 'optedOut' });
    consents.merge({ ...consentOf(event), kind: 'optedOut', how: via, words: words ?? reason, providerMessageId });
  });
  on(ContactSuppressionKept, (event, { people, consents }) => {
    const { texts, emails } = event.data;
    people.merge({
      ...personOf(event),
      ...(texts ? { ...looked, status: 'optedOut' } : {}),
      ...(emails ? { emailStatus: 'unsubscribed' } : {}),
    });
    consents.merge({ ...consentOf(event), kind: 'optedOut', how: 'kept', channel: texts ? 'text' : 'email' });
  });
  on(ContactBounceCleared, (event, { people, consents }) => {
    const again = event.data.consentAgain;
    people.merge({ ...personOf(event), ...(again ? { emailStatus: 'subscribed' } : {}) });
    if (again) consents.merge({ ...consentOf(event), channel: 'email', kind: 'optedIn', how: 'bounce-lifted' });
  });
  on(ContactMerged, (event, { people, memberships, values }) => {
    const { contactId, businessId, phone, firstName, lastName, tags, texts, emails, campaigns, custom } = event.data;
    const { pausedUntil, unreachable, suspected } = event.data;
    people.merge({
      ...personOf(event),
      ...said(knownIn(event.data)),
      phone,
      status: texts,
      // eslint-disable-next-line no-restricted-syntax -- null would keep what was there (`newest`)
      emailStatus: emails ?? ('' as never),
      unreachableSaid: unreachable !== null,
      namedAt: event.position,
      firstName,
      lastName,
      tagsChosen: tags ?? [],
      pausedUntil,
      suspectedSaid: suspected !== undefined,
      suspectedIn: suspected?.messageId ?? null,
      keywordsKept: [...new Set(campaigns.flatMap(({ keyword }) => keyword ?? []))],
      keywordsSince: reset,
    });
    for (const { campaignId, keyword } of campaigns)
      memberships.merge({ ...membershipOf(event), campaignId, keyword, via: 'merge' });
    for (const [fieldId, value] of Object.entries(custom ?? {}))
      values.merge({ contactId, fieldId, businessId, value });
  });
  change(ContactNameChanged, ({ data: { firstName, lastName }, position: namedAt }) => ({
    namedAt,
    firstName,
    lastName,
  }));
  change(ContactTagged, ({ data }) => ({ tagsChosen: data.tags ?? [] }));
  change(ContactMarkedUnreachable, () => ({ unreachableSaid: true }));
  change(ContactOptOutSuspected, ({ data }) => ({ suspectedSaid: true, suspectedIn: data.messageId }));
  change(ContactOptOutDismissed, () => looked);
  change(ContactPaused, ({ data }) => ({ pausedUntil: data.until }));
  change(ContactResumed, () => ({ pausedUntil: new Date(0).toISOString() }));
  rest(contactEvents, (event, { people }) => people.merge(personOf(event as OfContact)));
});

const foldPart = (events: readonly StoredEvent[], schema: string): readonly Statement[] => {
  const fold = begin();
  for (const event of events.flatMap(spelledOut)) table.handle(event, fold);
  return [
    fold.people.toStatements(upsertContacts(schema)),
    fold.consents.toStatements(insertConsents(schema)),
    fold.memberships.toStatements(upsertMemberships(schema)),
    fold.answers.toStatements(upsertAnswers(schema)),
    fold.values.toStatements(upsertCustomValues(schema)),
    fold.apart.toStatements(upsertApart(schema)),
  ].flat();
};

/** The people of a business, whether they may be written to, what proves it, and what they have told on pages. */
const remembered: Projector = {
  ...contactModel,
  byBusiness: true,
  handles: table.types,
  empty: { contact_counts: 'count = 0' },
  create: (schema) => `${create(schema)};${contactIndexesAtOnce(schema)}`,
  index: contactIndexes,
  fold: (events, schema) => betweenUndoings(events, schema, (part) => foldPart(part, schema)),
  // Of a file whose rows are imported by the thousand the upload itself is told of.
  announce: (events) =>
    events.filter(isNotOfFile).map((event) => {
      const said: LiveAnnouncement = {
        type: 'conversation-changed',
        contactId: event.data['contactId'] as string,
        position: event.position.toString(),
      };
      return { businessId: event.data['businessId'] as string, event: said };
    }),
};

const isNotOfFile = (event: StoredEvent): boolean =>
  !is(event, DuplicateDismissed) &&
  !is(event, DuplicateRestored) &&
  !is(event, ContactImported) &&
  !is(event, ContactImportUndone) &&
  !((is(event, ContactOptedIn) || is(event, ContactSubscribedToEmail)) && event.data.source === 'import');

/** Whoever was merged into another is no contact; what they agreed to and answered is the other's. */
const merging = (merge: Merge, schema: string): readonly Statement[] => [
  ...removed(schema).map((text): Statement => ({ text, values: [`{${merge.id}}`] })),
  {
    text: `delete from ${answerTable.in(schema)} a using ${answerTable.in(schema)} b where a.contact_id = $1::uuid
      and b.contact_id = $2::uuid and b.campaign_id = a.campaign_id and b.question_id = a.question_id`,
    values: [merge.id, merge.into],
  },
  ...renamed(answerTable, consentTable)(merge, schema),
];

export const contacts: Projector = forgetting(followingMerges(remembered, merging), forgetContacts);
