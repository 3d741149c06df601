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
import { DuplicateDismissed, duplicateEvents, DuplicateRestored } from '../../domain/duplicates/events.ts';
import { PageSubmitted } from '../../domain/submissions/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { actorName, is, typesOf } from '../engine/events.ts';
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

/** The people of a business, whether they may be written to, what proves it, and what they have told on pages. */
const remembered: Projector = {
  ...contactModel,
  byBusiness: true,
  handles: typesOf([...contactEvents, ...duplicateEvents, PageSubmitted]),
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

/** Nothing waits to be looked at. */
const looked = { suspectedSaid: false, suspectedIn: null } as const;

const foldPart = (events: readonly StoredEvent[], schema: string): readonly Statement[] => {
  const people = contactTable.rows();
  const consents = consentTable.rows();
  const memberships = membershipTable.rows();
  const answers = answerTable.rows();
  const values = customValueTable.rows();
  const apart = apartTable.rows();
  for (const event of events.flatMap(spelledOut)) {
    if (is(event, DuplicateDismissed) || is(event, DuplicateRestored)) {
      const { oneId, otherId, businessId } = event.data;
      apart.merge({
        oneId,
        otherId,
        businessId,
        dismissed: is(event, DuplicateDismissed),
        at: event.metadata.occurredAt,
      });
      continue;
    }
    const { contactId, businessId } = event.data as { contactId: string; businessId: string };
    const { id: eventId, position } = event;
    const at = event.metadata.occurredAt;
    const contact = { id: contactId, businessId, createdAt: at, position, revision: event.revision };
    const consent = {
      eventId,
      contactId,
      businessId,
      position,
      at,
      actor: actorName(event),
      channel: 'text' as const,
      keyword: null,
      campaignId: null,
      words: null,
      providerMessageId: null,
      ipAddress: null,
      proof: null,
    };
    const proved = (proof: ConsentProof | null) => ({
      words: proof?.text ?? null,
      providerMessageId: proof?.providerMessageId ?? null,
      proof,
    });
    if (is(event, PageSubmitted)) {
      // The contact itself comes about by what follows from this.
      const { campaignId, pageVersion, custom } = event.data;
      for (const [questionId, answer] of Object.entries(custom ?? {}))
        answers.merge({ contactId, campaignId, questionId, businessId, pageVersion, at, answer });
    } else if (is(event, ContactDiscovered)) {
      const { phone, email, via } = event.data;
      people.merge({ ...contact, phone, email, source: via });
    } else if (is(event, ContactDetailsChanged)) {
      const { custom } = event.data;
      people.merge({ ...contact, ...said(event.data) });
      for (const [fieldId, value] of Object.entries(custom ?? {}))
        values.merge({ contactId, fieldId, businessId, value });
    } else if (is(event, ContactImported) || is(event, ContactImportUndone)) {
      const { firstName, lastName, tags, custom } = event.data;
      people.merge({
        ...contact,
        ...said(event.data),
        ...(firstName === undefined && lastName === undefined ?
          {}
        : { namedAt: position, firstName: firstName ?? null, lastName: lastName ?? null }),
        ...(tags === undefined ? {} : { tagsChosen: tags ?? [] }),
      });
      for (const [fieldId, value] of Object.entries(custom ?? {}))
        values.merge({ contactId, fieldId, businessId, value });
      if (is(event, ContactImported)) {
        const { phone, uploadId, joined = [] } = event.data;
        people.merge({
          ...contact,
          phone,
          source: 'import',
          keywordsSince: joined.map(({ keyword }) => keyword),
          uploadId: event.revision === 0 ? uploadId : null,
        });
        for (const { campaignId, keyword } of joined)
          memberships.merge({
            contactId,
            campaignId,
            businessId,
            joinedAt: at,
            keyword,
            via: 'import',
            takenOut: false,
          });
      } else {
        const { texts, emails } = event.data;
        if (texts) people.merge({ ...contact, status: 'unknown' });
        // Taken away: nobody has said.
        // eslint-disable-next-line no-restricted-syntax -- null would keep what was there (`newest`)
        if (emails) people.merge({ ...contact, emailStatus: '' as never });
        const ended = { ...consent, kind: 'withdrawn', how: 'import-undone' } as const;
        if (texts) consents.merge(ended);
        else if (emails) consents.merge({ ...ended, channel: 'email' });
      }
    } else if (is(event, ContactJoinedCampaign)) {
      const { campaignId, keyword, via } = event.data;
      people.merge({ ...contact, keywordsSince: [keyword] });
      memberships.merge({ contactId, campaignId, businessId, joinedAt: at, keyword, via, takenOut: false });
    } else if (is(event, ContactLeftCampaign)) {
      const { campaignId, keywords, via } = event.data;
      people.merge({ ...contact, keywordsKept: keywords, keywordsSince: reset });
      memberships.merge({ contactId, campaignId, businessId, joinedAt: at, keyword: null, via, takenOut: true });
    } else if (is(event, ContactOptedIn)) {
      const { phone, keyword, campaignId, source, consent: proof, ipAddress } = event.data;
      people.merge({
        ...contact,
        phone,
        status: 'subscribed',
        // Whoever agrees by this number can be reached by it, as the contact itself has it.
        unreachableSaid: false,
        optedInAt: at,
        ...(proof?.providerMessageId == null ? {} : looked),
        keywordsSince: keyword === null ? [] : [keyword],
      });
      if (campaignId !== null)
        memberships.merge({ contactId, campaignId, businessId, joinedAt: at, keyword, via: source, takenOut: false });
      consents.merge({ ...consent, ...proved(proof), kind: 'optedIn', how: source, keyword, campaignId, ipAddress });
    } else if (is(event, ContactOptInRequested)) {
      const { keyword, campaignId, consent: proof, ipAddress } = event.data;
      people.merge(contact);
      consents.merge({ ...consent, ...proved(proof), kind: 'requested', how: 'form', keyword, campaignId, ipAddress });
    } else if (is(event, ContactSubscribedToEmail)) {
      const { email, campaignId, source, consent: proof, ipAddress } = event.data;
      people.merge({ ...contact, email, emailStatus: 'subscribed' });
      const by = { channel: 'email' as const, how: source, campaignId, ipAddress };
      consents.merge({ ...consent, ...proved(proof), ...by, kind: 'optedIn' });
    } else if (is(event, ContactUnsubscribedFromEmail)) {
      people.merge({ ...contact, emailStatus: 'unsubscribed' });
      consents.merge({ ...consent, channel: 'email', kind: 'optedOut', how: event.data.via });
    } else if (is(event, ContactOptedOut)) {
      const { via, words, reason, providerMessageId } = event.data;
      people.merge({ ...contact, ...looked, status: 'optedOut' });
      consents.merge({ ...consent, kind: 'optedOut', how: via, words: words ?? reason, providerMessageId });
    } else if (is(event, ContactSuppressionKept)) {
      const { texts, emails } = event.data;
      people.merge({
        ...contact,
        ...(texts ? { ...looked, status: 'optedOut' } : {}),
        ...(emails ? { emailStatus: 'unsubscribed' } : {}),
      });
      const by = { ...consent, kind: 'optedOut', how: 'kept', channel: texts ? 'text' : 'email' } as const;
      consents.merge(by);
    } else if (is(event, ContactBounceCleared)) {
      const again = event.data.consentAgain;
      people.merge({ ...contact, ...(again ? { emailStatus: 'subscribed' } : {}) });
      if (again) consents.merge({ ...consent, channel: 'email', kind: 'optedIn', how: 'bounce-lifted' });
    } else if (is(event, ContactMerged)) {
      const { phone, firstName, lastName, tags, texts, emails, campaigns, custom, pausedUntil, unreachable } =
        event.data;
      const { suspected } = event.data;
      people.merge({
        ...contact,
        ...said(knownIn(event.data)),
        phone,
        status: texts,
        // eslint-disable-next-line no-restricted-syntax -- null would keep what was there (`newest`)
        emailStatus: emails ?? ('' as never),
        unreachableSaid: unreachable !== null,
        namedAt: position,
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
        memberships.merge({ contactId, campaignId, businessId, joinedAt: at, keyword, via: 'merge', takenOut: false });
      for (const [fieldId, value] of Object.entries(custom ?? {}))
        values.merge({ contactId, fieldId, businessId, value });
    } else if (is(event, ContactNameChanged)) {
      const { firstName, lastName } = event.data;
      people.merge({ ...contact, namedAt: position, firstName, lastName });
    } else if (is(event, ContactTagged)) people.merge({ ...contact, tagsChosen: event.data.tags ?? [] });
    else if (is(event, ContactMarkedUnreachable)) people.merge({ ...contact, unreachableSaid: true });
    else if (is(event, ContactOptOutSuspected))
      people.merge({ ...contact, suspectedSaid: true, suspectedIn: event.data.messageId });
    else if (is(event, ContactOptOutDismissed)) people.merge({ ...contact, ...looked });
    else if (is(event, ContactPaused)) people.merge({ ...contact, pausedUntil: event.data.until });
    else if (is(event, ContactResumed)) people.merge({ ...contact, pausedUntil: new Date(0).toISOString() });
    else people.merge(contact);
  }
  return [
    people.toStatements(upsertContacts(schema)),
    consents.toStatements(insertConsents(schema)),
    memberships.toStatements(upsertMemberships(schema)),
    answers.toStatements(upsertAnswers(schema)),
    values.toStatements(upsertCustomValues(schema)),
    apart.toStatements(upsertApart(schema)),
  ].flat();
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
