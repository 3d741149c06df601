import { fold } from '../kernel/decider.ts';
import { same } from '../kernel/edit.ts';
import type { BusinessId, CampaignId, ContactId, UploadId } from '../kernel/ids.ts';
import type { Keyword } from '../sms/values.ts';
import { attributeNames, attributes } from '../contacts/attributes.ts';
import { maxTags } from '../contacts/limits.ts';
import { attestationName } from '../contacts/attestation.ts';
import type { Plan } from './plan.ts';
import type { Given, ImportedPerson } from './row.ts';
import { spelledOut } from '../contacts/agreed.ts';
import type { ImportSource } from '../contacts/import-sources.ts';
import { Contact } from '../contacts/contact.ts';
import {
  type ConsentProof,
  ContactImported,
  ContactImportUndone,
  ContactOptedIn,
  ContactOptedOut,
  type ContactEvent,
  ContactSubscribedToEmail,
  ContactUnsubscribedFromEmail,
} from '../contacts/events.ts';
import { type KeptSuppression, keepSuppressed } from '../contacts/erase.ts';
import { ContactMerged, ContactMergedInto } from '../contacts/merge-events.ts';
import { mergedOf } from '../contacts/merge.ts';
import { isIn } from '../contacts/opt-in.ts';

export interface ImportContact {
  readonly uploadId: UploadId;
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly row: number;
  readonly person: ImportedPerson;
  readonly campaigns: Plan['campaigns'];
  /** The system whose export the file is. Left out: none that is known. */
  readonly source?: ImportSource | null | undefined;
  /** A suppression list adds no contacts and changes nothing but consent. */
  readonly isSuppressionList?: boolean;
  /** What was attested for the whole file. The row may say no. */
  readonly consent: Plan['consent'];
  /** What whoever was known by this number or address before had said no to, and was erased. */
  readonly kept: KeptSuppression;
}

/** Whether a value of a file counts, and what it is then; undefined: what is there stays. */
const news = (given: Given<string> | null | undefined, held: string | null, isNew: boolean): string | undefined =>
  given === null || given === undefined || given.value === held ? undefined
  : isNew || given.policy === 'overwrite' || (given.policy === 'fill' && (held ?? '') === '') ? given.value
  : undefined;

/** What a row of a file makes of a contact. It loosens nothing: who has opted out, left or unsubscribed stays so. */
export function importContact(command: ImportContact, contact: Contact): readonly ContactEvent[] {
  // Who asked to be forgotten is not written down again by a list.
  if (contact.status === 'erased') return [];
  const { uploadId, contactId, businessId, row, person } = command;
  if (command.isSuppressionList === true) return optOutByFile(command, contact);
  const isNew = contact.status === 'none';
  const held = isNew ? null : contact;
  const { phone } = person;
  const told: Record<string, unknown> = {};
  const say = (name: string, value: string | undefined): void => {
    if (value !== undefined) told[name] = value;
  };
  say('firstName', news(person.firstName, held?.firstName ?? null, isNew));
  say('lastName', news(person.lastName, held?.lastName ?? null, isNew));
  // Names are said together.
  if ('firstName' in told || 'lastName' in told) {
    told['firstName'] ??= held?.firstName ?? null;
    told['lastName'] ??= held?.lastName ?? null;
  }
  for (const name of attributeNames) say(name, news(person.details[name], held?.details[name] ?? null, isNew));
  const custom = Object.entries(person.custom).flatMap(([id, given]) => {
    const value = news(given, held?.details.custom?.[id] ?? null, isNew);
    return value === undefined ? [] : [[id, value] as const];
  });
  if (custom.length > 0) told['custom'] = Object.fromEntries(custom);
  const tags = [...new Set([...(held?.tags ?? []), ...person.tags])].slice(0, maxTags);
  if (tags.length > (held?.tags.length ?? 0)) told['tags'] = tags;

  const muted = held?.preferences.muted;
  const campaigns = command.campaigns.filter(({ campaignId }) => muted?.has(campaignId) !== true);
  const { agreed } = person;
  const { kept } = command;
  const isOut = contact.status === 'optedOut' || (isNew && kept.texts);
  const texts = command.consent.texts && agreed.texts !== false && phone !== null && !isOut;
  // Who agrees to texts is a member by that.
  const member = (campaignId: CampaignId): boolean =>
    held !== null && (held.joined.has(campaignId) || (held.status === 'subscribed' && held.campaigns.has(campaignId)));
  const joined =
    texts || contact.status === 'optedOut' ? [] : campaigns.filter(({ campaignId }) => !member(campaignId));
  if (joined.length > 0) told['joined'] = joined;

  const { email } = person;
  const emails = held?.emails ?? null;
  // The address that the contact has then: an address that the file did not change is not what was agreed to.
  const address = (told['email'] as string | undefined) ?? held?.details.email ?? null;
  const mails =
    command.consent.emails &&
    agreed.emails !== false &&
    email !== null &&
    emails === null &&
    !kept.emails &&
    same(address, email);
  const isAnotherAddress = told['email'] !== undefined;
  if (mails) told['email'] = email;
  const agreeing = texts ? agreedTexts(campaigns, contact) : [];
  const brought = person.brought ?? null;
  if (agreeing.length > 0 || mails) {
    const { source } = command;
    const textsOn = agreeing.length > 0 ? (brought?.texts.on ?? null) : null;
    const emailsOn = mails ? (brought?.emails.on ?? null) : null;
    told['agreed'] = {
      ...(agreeing.length > 0 ? { texts: agreeing } : {}),
      ...(mails ? { emails: true } : {}),
      ...(textsOn === null ? {} : { textsOn }),
      ...(emailsOn === null ? {} : { emailsOn }),
      ...(source === null || source === undefined ? {} : { system: source }),
    };
    if (agreeing.length > 0 && (brought?.texts.source ?? null) !== null) told['textsFrom'] = brought!.texts.source;
    if (mails && (brought?.emails.source ?? null) !== null) told['emailsFrom'] = brought!.emails.source;
  }

  if (!isNew && Object.keys(told).length === 0) return optOutByFile(command, contact);
  const imported = ContactImported.create({
    contactId,
    businessId,
    uploadId,
    row,
    phone: isNew || agreeing.length > 0 ? phone : null,
    ...told,
  }) as ContactEvent;
  // What was kept of an erased person's no holds for whoever has their number or address now.
  const isHeld = isNew || isAnotherAddress;
  let now = Contact.evolve(contact, imported);
  const out = optOutByFile(command, now);
  now = fold(Contact, out, now);
  return [imported, ...out, ...(isHeld ? keepSuppressed(kept, isNew, now) : [])];
}

/** What a file says of someone who is there having opted out. It is said once, and no later file takes it back. */
export function optOutByFile(
  {
    uploadId,
    contactId,
    businessId,
    person: { optedOut },
  }: Pick<ImportContact, 'uploadId' | 'contactId' | 'businessId'> & {
    readonly person: Pick<ImportedPerson, 'optedOut'>;
  },
  contact: Contact,
): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const ids = { contactId, businessId, via: 'import', uploadId } as const;
  return [
    ...(optedOut?.texts === true && contact.status !== 'optedOut' ?
      [ContactOptedOut.create({ ...ids, words: null, providerMessageId: null, reason: null })]
    : []),
    ...(optedOut?.emails === true && contact.emails !== 'unsubscribed' ?
      [ContactUnsubscribedFromEmail.create({ ...ids, mailId: null })]
    : []),
  ];
}

/** One consent for each keyword; without any, one for the business as a whole. */
const agreedTexts = (campaigns: Plan['campaigns'], contact: Contact): readonly Agreed[] =>
  contact.status === 'optedOut' ? []
  : campaigns.length > 0 ? campaigns.filter(({ campaignId }) => !isIn(campaignId, contact))
  : contact.status === 'subscribed' ? []
  : [{ campaignId: null, keyword: null }];
interface Agreed {
  readonly campaignId: CampaignId | null;
  readonly keyword: Keyword | null;
}

/** What a row came to, as the report counts it. */
export interface RowOutcome {
  readonly kind: 'created' | 'changed' | 'unchanged';
  /** Has opted out and stays so, although the file would have them in. */
  readonly keptOut: boolean;
  readonly texts: boolean;
  readonly emails: boolean;
  /** The row opts them out of texts or emails, whether they were or not. */
  readonly optedOut: boolean;
}
/** `before`: the contact as it was decided on; `events`: what the row caused. */
export function outcomeOf(command: ImportContact, before: Contact, events: readonly ContactEvent[]): RowOutcome {
  const told = events.flatMap(spelledOut);
  const has = (type: string): boolean => told.some((event) => event.type === type);
  const { agreed } = command.person;
  return {
    kind:
      before.status === 'none' && command.isSuppressionList === true ? 'unchanged'
      : before.status === 'none' ? 'created'
      : events.length > 0 ? 'changed'
      : 'unchanged',
    keptOut:
      (command.consent.texts &&
        agreed.texts !== false &&
        (before.status === 'optedOut' || (before.status === 'none' && command.kept.texts))) ||
      (command.consent.emails &&
        agreed.emails !== false &&
        command.person.email !== null &&
        (command.kept.emails || (before.status !== 'none' && before.emails === 'unsubscribed'))),
    texts: before.status !== 'subscribed' && has(ContactOptedIn.type),
    emails: has(ContactSubscribedToEmail.type),
    optedOut: isOptedOut(command),
  };
}
const isOptedOut = ({ person: { optedOut } }: ImportContact): boolean =>
  optedOut !== undefined && (optedOut.texts || optedOut.emails);

/** What a file makes of a value: `field` as a column of the file is for it. */
export interface ValueChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}
/** The values of a contact that these events of a file change, with what was there. */
export function changedValues(before: Contact, events: readonly ContactEvent[]): readonly ValueChange[] {
  const told = events.find(({ type }) => type === ContactImported.type)?.data as Record<string, unknown> | undefined;
  if (told === undefined || before.status === 'none') return [];
  const changes: ValueChange[] = [];
  const change = (field: string, from: string | null | undefined, to: unknown): void => {
    if (typeof to === 'string' && to !== (from ?? '')) changes.push({ field, from: from ?? '', to });
  };
  change('first_name', before.firstName, told['firstName']);
  change('last_name', before.lastName, told['lastName']);
  for (const name of attributeNames) change(attributes[name].apiName, before.details[name], told[name]);
  for (const [id, to] of Object.entries((told['custom'] as Record<string, string> | undefined) ?? {}))
    change(`custom:${id}`, before.details.custom?.[id], to);
  const tags = told['tags'] as readonly string[] | undefined;
  if (tags !== undefined) change('tags', before.tags.join(', '), tags.join(', '));
  return changes;
}

/** An event of a contact's stream, as far as an undo asks whose doing it was. */
type Recorded = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
const isOf = (uploadId: UploadId, { type, data }: Recorded): boolean =>
  type === ContactImported.type ? data['uploadId'] === uploadId
  : type === ContactOptedIn.type || type === ContactSubscribedToEmail.type ?
    data['source'] === 'import' && (data['consent'] as ConsentProof).text === attestationName(uploadId)
  : false;
/** The streams of those whom a contact has absorbed, and of those whom these had, by their ids. */
export type Absorbed = ReadonlyMap<string, readonly Recorded[]>;

/** What a contact would be had a file not been imported. Who came by it is there all the same, and nothing is known of them. */
function withoutFile(uploadId: UploadId, recorded: readonly Recorded[], absorbed: Absorbed): Contact {
  let contact: Contact = Contact.initial;
  for (const event of recorded) {
    if (!isOf(uploadId, event)) contact = Contact.evolve(contact, mergedWithout(uploadId, event, contact, absorbed));
    else if (contact.status === 'none') contact = Contact.evolve(contact, nameless(event));
  }
  return contact;
}

/** The row of a file, which says nothing of who stood in it. */
function nameless({ type, data }: Recorded): ContactEvent {
  const { contactId, businessId, uploadId, row, phone } = data;
  return { type, version: 1, data: { contactId, businessId, uploadId, row, phone } } as unknown as ContactEvent;
}

/** A merge is decided anew, by what both would have been; whoever it counts as having said no has said no. */
function mergedWithout(uploadId: UploadId, event: Recorded, own: Contact, absorbed: Absorbed): ContactEvent {
  const told = event as unknown as ContactEvent;
  if (told.type !== ContactMerged.type || own.status === 'none') return told;
  const { otherId, mergeId, texts, emails } = told.data;
  const stream = absorbed.get(otherId) ?? [];
  const end = stream.findLastIndex(({ type, data }) => type === ContactMergedInto.type && data['mergeId'] === mergeId);
  const other = withoutFile(uploadId, stream.slice(0, Math.max(0, end)), absorbed);
  if (other.status === 'none') return told;
  const merged = mergedOf(own, other, { taken: own.merging?.taken ?? [], blocked: false });
  const data = {
    ...told.data,
    ...merged,
    texts: texts === 'optedOut' ? texts : merged.texts,
    emails: emails === 'unsubscribed' ? emails : merged.emails,
  };
  return { ...told, data } as ContactEvent;
}

/**
 * Makes it as if a file had never been imported: the contact is held against what it would be without the file's events,
 * and the difference is said. Whatever anybody said of the contact since stays, an opt-out above all.
 * `stays`: there is more of it than the stream tells, a conversation for example.
 */
export function undoImport(
  {
    uploadId,
    contactId,
    businessId,
    stays,
  }: Pick<ImportContact, 'uploadId' | 'contactId' | 'businessId'> & { readonly stays: boolean },
  contact: Contact,
  recorded: readonly Recorded[],
  absorbed: Absorbed = new Map(),
): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const isOwn = (event: Recorded): boolean => isOf(uploadId, event);
  const own = [...recorded, ...[...absorbed.values()].flat()].filter(isOwn);
  const lastly = (is: (event: Recorded) => boolean): number => recorded.findLastIndex(is);
  const undoneAt = lastly(({ type, data }) => type === ContactImportUndone.type && data['uploadId'] === uploadId);
  // Another row of the file was of the same person; whom they have absorbed since may have come by it as well.
  const isUndone = undoneAt > lastly((event) => isOwn(event) || event.type === ContactMerged.type);
  if (own.length === 0 || isUndone) return [];
  const before = withoutFile(uploadId, recorded, absorbed);
  if (before.status === 'none' || before.status === 'erased') return [];
  // What the file took away from them stays with their number and address, whoever has it later.
  const isOptOutByFile = ({ type, data }: Recorded): boolean =>
    (type === ContactOptedOut.type || type === ContactUnsubscribedFromEmail.type) && data['uploadId'] === uploadId;
  // Nobody but the file has said anything of them since they were nobody.
  const nobody = lastly(({ type, data }) => type === ContactImportUndone.type && data['removed'] === true);
  const removed = !stays && recorded.slice(nobody + 1).every((event) => isOwn(event) || isOptOutByFile(event));

  const told: Record<string, unknown> = {};
  if (!removed) {
    const [firstName, lastName] = [before.firstName, before.lastName];
    if (contact.firstName !== firstName || contact.lastName !== lastName) Object.assign(told, { firstName, lastName });
    if (!same(contact.tags, before.tags)) told['tags'] = [...before.tags];
    for (const name of attributeNames) {
      // Somebody who is known by nothing else keeps their address.
      if (name === 'email' && contact.phone === null) continue;
      const value = before.details[name];
      if (contact.details[name] !== value) told[name] = value;
    }
    const held = contact.details.custom ?? {};
    const custom = Object.keys(held).filter((id) => held[id] !== before.details.custom?.[id]);
    if (custom.length > 0)
      told['custom'] = Object.fromEntries(custom.map((id) => [id, before.details.custom?.[id] ?? '']));
  }
  const kept = new Set([...before.joined, ...(before.status === 'subscribed' ? before.campaigns : [])]);
  const keywords = new Map(
    own
      .flatMap(spelledOut)
      .flatMap(({ data }) => [
        ...((data['joined'] as Plan['campaigns'] | undefined) ?? []).map(
          (one) => [one.campaignId, one.keyword] as const,
        ),
        ...(typeof data['campaignId'] === 'string' ?
          [[data['campaignId'] as CampaignId, data['keyword'] as Keyword] as const]
        : []),
      ]),
  );
  const left = [...keywords].flatMap(([campaignId, keyword]) =>
    kept.has(campaignId) ? [] : [{ campaignId, keyword }],
  );
  const texts = contact.status === 'subscribed' && before.status !== 'subscribed';
  const emails = contact.emails === 'subscribed' && before.emails !== 'subscribed';
  if (!removed && !texts && !emails && left.length === 0 && Object.keys(told).length === 0) return [];
  return [
    ContactImportUndone.create({
      contactId,
      businessId,
      uploadId,
      removed,
      texts,
      emails,
      left,
      ...told,
    }) as ContactEvent,
  ];
}
