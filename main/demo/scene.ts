import { createSpreadsheets } from '../../adapters/spreadsheets/index.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import { attestation } from '../../domain/contacts/attestation.ts';
import { limits } from '../../domain/uploads/fields.ts';
import type { Plan } from '../../domain/uploads/plan.ts';
import { guessColumns } from '../../domain/uploads/guess.ts';
import { peopleOf } from '../../workers/uploads/rows.ts';
import { type NotedProblem, Tally } from '../../workers/uploads/tally.ts';
import type { AskedReport } from '../../api/routes/report-exports.ts';
import type { HookCall } from '../../api/webhooks/hook-calls.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import { TextExportForm } from '../../api/contract/report-exports.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { TextReportName } from '../../domain/reports/fields.ts';
import type { ReportScreen } from '../../domain/reports/views/fields.ts';
import type { Days } from '../../projections/engine/query.ts';
import { couponIdOf } from '../../commands/coupons/issue.ts';
import { memberIdOf } from '../../commands/directory/member-id.ts';
import { rewardCouponIdOf } from '../../commands/loops/member.ts';
import type { Answers } from '../../commands/pages/submit.ts';
import { ballotIdOf } from '../../commands/votes/cast.ts';
import type { ContactFilter } from '../../domain/contacts/filter.ts';
import {
  noNotifications,
  type CampaignSettings,
  type CampaignType,
  type Offer,
} from '../../domain/campaigns/fields.ts';
import {
  BusinessId,
  CampaignId,
  ContactId,
  CustomFieldId,
  EmailTemplateId,
  ExportId,
  MessageId,
  namespaces,
  PageTestId,
  SegmentId,
  RewardId,
  SubmissionId,
  UploadId,
  UserId,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import { starters } from '../../domain/email-design/starters.ts';
import { contactColumns } from '../../domain/exports/fields.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { FieldKind } from '../../domain/custom-fields/fields.ts';
import type { ActionKind, LoopRule } from '../../domain/loops/fields.ts';
import type { StoredSections } from '../../domain/pages/model.ts';
import type { AssignmentMode, ReplyWeek } from '../../domain/livechat/team/fields.ts';
import type { Device, Source } from '../../domain/submissions/events.ts';
import { existingPage, PageState } from '../../domain/pages/page.ts';
import { Coupon } from '../../domain/coupons/coupon.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { E164 } from '../../domain/sms/values.ts';
import type { Origin } from '../../domain/page-analytics/origin.ts';
import { is } from '../../domain/kernel/event.ts';
import { MessageRoutedToInbox } from '../../domain/messages/events.ts';
import { giveOut, type Left } from '../../workers/livechat/give-out.ts';
import { streams } from '../../domain/streams.ts';
import { businesses } from './tenants.ts';
import { id } from './names.ts';
import { automationActs } from './scene-automations.ts';
import { broadcastActs, textedActs } from './scene-broadcasts.ts';
import type { Ending, Shop } from './shop.ts';

export type { Ending, Shop } from './shop.ts';

/** Where the files lie that were imported, and where it is noted what was wrong with their rows. */
export interface DemoFiles {
  readonly storage: Storage;
  readonly note: (uploadId: string, problems: readonly NotedProblem[]) => Promise<void>;
}

export interface SceneParts {
  readonly commands: Commands;
  /** The commands' clock. */
  readonly now: () => Date;
  readonly store: EventStore;
  readonly identifiers: Identifiers;
  /** Where the pictures that phones send come from; null: they send none. */
  readonly picturesAt: string | null;
  readonly files: DemoFiles | null;
  readonly noteCall: (call: HookCall) => Promise<void>;
  readonly askReport: (asked: AskedReport) => Promise<unknown>;
  readonly shop: Shop;
}

/** Somebody as a page's form knows them: by number, or by address. */
export type Visitor = { readonly phone: string } | { readonly email: string };
/** A campaign with a page, as its business makes it. */
export interface NewCampaign {
  readonly type: CampaignType;
  readonly name: string;
  readonly keyword: string;
  readonly reply: string;
  readonly template: string;
  readonly sections: StoredSections;
  readonly offer: Offer | null;
  readonly settings: CampaignSettings | null;
}
/** A view of a report. `query`: as its address says it. */
interface NewView {
  readonly screen: ReportScreen;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}
interface NewFile {
  readonly report: TextReportName;
  readonly days: Days;
}
/** What a visitor of a page sends, and from where. */
export interface Entry {
  readonly answers: Answers;
  readonly ipAddress: string;
  readonly device: Device;
  readonly from: Source;
  /** Of the page, as they saw it. */
  readonly version: number;
  /** Whose link they followed; null: nobody's. */
  readonly invitedBy: Visitor | null;
}

/** How people share live chat. */
export interface SharedChat {
  readonly mode: AssignmentMode;
  readonly with: readonly ('owner' | 'colleague' | 'agency')[];
  readonly replyMinutes: number | null;
  readonly hours: ReplyWeek;
  /** Who answers what nobody has, has it. */
  readonly answerOwns: boolean;
}

/** Visits of a kind, as a scene counts them. */
export interface SeenRow {
  readonly version: number;
  /** Part of the page's comparison. */
  readonly compared: boolean;
  readonly from: Origin;
  readonly device: Device;
  views: number;
  visitors: number;
  started: number;
}

/** How a call ends: after so many seconds of talk, or missed for a reason. */
export type CallEnding = number | 'no-answer' | 'busy' | 'declined' | 'hung-up';

/** What can happen to a business: all of it through the commands that life would use, under ids that repeat. */
export type Scene = ReturnType<typeof createScene>;

const replies = [
  'keyword-reply',
  'opt-in-confirmation',
  'opt-in-request',
  'opt-out-confirmation',
  'help',
  'broadcaster-reply',
] as const;
const provider = 'twilio';

/** `moment` names what happens, once in a business's life: every id of the scene is made of it. */
export function createScene(
  { commands, now, store, identifiers, picturesAt, files, noteCall, askReport, shop }: SceneParts,
  moment: string,
) {
  const { businessId, agencyId, uniqueId, number, ownerId } = shop;
  const shopName = businesses.find((one) => one.uniqueId === uniqueId)?.name ?? uniqueId;
  let acts = 0;
  const as = (caller: Caller): CommandContext => ({
    caller,
    commandId: uuidV5(namespaces.command, 'demo', uniqueId, moment, String(acts++)),
    correlationId: id('past', uniqueId, moment),
    causationId: null,
  });
  const system: Caller = { role: 'system', actor: { kind: 'system', name: 'demo' }, tenant: { agencyId, businessId } };
  const carrier: Caller = {
    role: 'carrier',
    actor: { kind: 'carrier', name: provider },
    tenant: { agencyId: null, businessId: null },
  };
  /** The account manager of the shop's agency. */
  const agency: Caller = {
    role: 'agency',
    actor: { kind: 'user', userId: id('user', 'agency@demo.test'), impersonatorId: null },
    tenant: { agencyId, businessId: null },
  };
  const owner: Caller = {
    role: 'business',
    actor: { kind: 'user', userId: ownerId, impersonatorId: null },
    tenant: { agencyId, businessId },
  };
  const contact = (phone: string) => ContactId.parse(identifiers.contact(BusinessId.parse(businessId), phone));

  const visitor: Caller = {
    role: 'public',
    actor: { kind: 'public', name: 'page' },
    tenant: { agencyId: null, businessId: null },
  };
  const who = (one: Visitor): ContactId =>
    'phone' in one ?
      contact(one.phone)
    : ContactId.parse(identifiers.contactByEmail(BusinessId.parse(businessId), one.email));

  /** `key`: which of the business's campaigns; null: the one that its keyword has had from the beginning. */
  const campaignOf = (key: string | null): CampaignId =>
    CampaignId.parse(key === null ? id('campaign', uniqueId) : id('campaign', uniqueId, key));
  const memberOf = (key: string, one: Visitor) => memberIdOf(campaignOf(key), who(one));
  const ruleOf = (key: string, name: string): RewardId => RewardId.parse(id('reward', uniqueId, key, name));
  const testOf = (key: string): PageTestId => PageTestId.parse(id('page-test', uniqueId, key));
  const field = (name: string) => CustomFieldId.parse(id('custom-field', uniqueId, name));
  const segment = (name: string) => SegmentId.parse(id('segment', uniqueId, name));
  const till = (name: string): string => id('till', uniqueId, name);

  const takenOf = (messageId: string) => ({ provider, providerMessageId: carrierId('SM', messageId) });
  /** The carrier's last word on a text. */
  async function ends(messageId: string, ending: Ending): Promise<void> {
    const failed = typeof ending === 'object';
    await commands.delivery.text.hear(as(carrier), {
      id: messageId,
      ...takenOf(messageId),
      word: { status: failed ? 'undelivered' : ending, errorCode: failed ? ending.errorCode : null },
    });
  }
  /** What the carrier does with a text that is queued. */
  async function goesOut(messageId: string, ending: Ending): Promise<void> {
    await commands.delivery.text.record(as(system), {
      id: messageId,
      outcome: { kind: 'accepted', ...takenOf(messageId) },
    });
    await ends(messageId, ending);
  }

  /** The texts that were caused by something reach the phone. */
  async function repliesGoOut(cause: string): Promise<void> {
    for (const purpose of replies) {
      const reply = MessageId.parse(uuidV5(namespaces.message, businessId, purpose, cause));
      if ((await store.read(streams.message(reply))).length > 0) await goesOut(reply, 'delivered');
    }
  }
  /** Somebody is given the conversation of a text that is left to people, as the worker would have it. */
  async function isTaken(messageId: string): Promise<void> {
    const said = await store.read(streams.message(MessageId.parse(messageId)));
    const left = said.find((event): event is Left => is(event, MessageRoutedToInbox));
    if (left === undefined) return;
    const { people } = await commands.livechat.assignmentOf(businessId);
    const lot = (userId: string) => uuidV5(namespaces.command, messageId, userId);
    await giveOut(
      commands,
      left,
      people.toSorted((a, b) => lot(a).localeCompare(lot(b))),
    );
  }
  const edits = (key: string | null, offer: Offer | null, settings: CampaignSettings | null) =>
    commands.campaigns.edit(as(owner), {
      campaignId: campaignOf(key),
      offer: offer === null ? null : { ...offer, reminders: [...offer.reminders] },
      settings,
      revision: null,
      details: null,
      notifications: null,
    });

  /** The provider takes what is sent of a new member, to them and to the owner. */
  async function emailsArrive(campaignId: CampaignId, contactId: ContactId): Promise<void> {
    const of = [businessId, 'welcome', campaignId, contactId] as const;
    const alert = [businessId, 'owner-alert', campaignId, contactId, `${uniqueId}@mail.test`] as const;
    for (const emailId of [uuidV5(namespaces.message, ...of), uuidV5(namespaces.message, ...alert)]) {
      if ((await store.read(streams.email(emailId))).length === 0) continue;
      const taken = { provider: 'smtp', providerMessageId: `<${emailId}@mail.test>` };
      await commands.delivery.mail.record(as(system), { id: emailId, outcome: { kind: 'accepted', ...taken } });
    }
  }

  const broadcasting = { commands, now, store, shop, moment, owner, system, agency, as, contact, ends };
  return {
    automations: automationActs({
      commands,
      now,
      store,
      shop,
      moment,
      owner,
      system,
      visitor,
      as,
      contact,
      goesOut,
      noteCall,
      secretOf: (hookId) => identifiers.token('hook', hookId),
    }),
    broadcasts: broadcastActs(broadcasting),
    /** The broadcast that somebody on the list asked for last from their phone. */
    broadcastFrom: (phone: string) => textedActs({ ...broadcasting, identifiers, goesOut }, phone),
    /** A report as somebody likes to look at it. */
    savesView: (by: 'owner' | 'agency', view: NewView) =>
      commands.reports.saveView(as(by === 'owner' ? owner : agency), {
        ...view,
        viewId: id('report-view', uniqueId, by, view.name),
      }),
    /** A report of the last days is wanted as a file. */
    wantsFile: (by: 'owner' | 'agency', { report, days }: NewFile) =>
      askReport({
        id: id('report-export', uniqueId, by, report),
        session: {
          sessionId: id('report-session', uniqueId, by),
          ...(by === 'owner' ?
            { role: 'Business', userId: ownerId, agencyId, businessId }
          : { role: 'Agency', userId: id('user', 'agency@demo.test'), agencyId, businessId: null }),
          impersonator: null,
        },
        wish: {
          report,
          // Agencies see what their texts cost.
          query: TextExportForm.parse({ date_range: `${days.from},${days.to}`, prices: by === 'agency' }),
        },
        whose: by === 'owner' ? shopName : null,
        days,
        now: now(),
      }),
    /** Whose phones may send broadcasts from now on. */
    async listsBroadcasters(broadcasters: readonly { readonly name: string; readonly phone: string }[]) {
      const revision = (await store.read(streams.business(BusinessId.parse(businessId)))).at(-1)!.revision;
      return commands.businesses.setBroadcasters(as(owner), { businessId, broadcasters: [...broadcasters], revision });
    },
    /** The owner imports a file: looked at, rehearsed, attested and done, as the worker would have done it. */
    async imports(fileName: string, text: string, tags: readonly string[]) {
      if (files === null) return;
      const { uploads } = commands;
      const uploadId = id('upload', uniqueId, fileName);
      const content = Buffer.from(text);
      const { key, size } = await files.storage.put(content, content.length);
      const rows = createSpreadsheets({ storage: files.storage, limits });
      const found = await rows.read(key, 'csv', new AbortController().signal);
      await uploads.receive(as(owner), { uploadId, businessId, fileName, size, storageKey: key, format: 'csv' });
      await uploads.recordRead(as(system), {
        uploadId,
        found: { ...found, columns: [...found.columns], days: [], sheets: [] },
      });
      const { fields, businessName, country } = await uploads.frame(businessId);
      const consent = { texts: true, emails: false };
      const columns = guessColumns(found.columns, [], fields, new Map());
      await uploads.plan(as(owner), { uploadId, columns, country, tags: [...tags], campaignIds: [], consent });
      const plan: Plan = { columns, country, tags: [...tags], campaigns: [], consent };
      for await (const heap of peopleOf(rows, found, { plan, fields }, { after: { row: 0, bytes: 0 }, batch: 1_000 })) {
        const given = {
          uploadId: UploadId.parse(uploadId),
          businessId: BusinessId.parse(businessId),
          plan,
          room: null,
        };
        const would = new Tally();
        for (const result of await uploads.rehearseRows({ ...given, people: heap.people })) would.result(result);
        for (const problem of heap.problems) would.problem(problem);
        const findings = would.findings.map((finding) => ({ ...finding, rows: [...finding.rows] }));
        await uploads.recordRehearsal(as(system), { uploadId, counts: would.counts, room: null, findings });
        const statement = attestation(businessName, consent);
        await uploads.attest(as(owner), { uploadId, statement, ipAddress: '203.0.113.24' });
        await uploads.begin(as(system), { uploadId, room: null });
        const by = as({ ...system, actor: owner.actor });
        const { result } = await uploads.importRows(by, { ...given, people: heap.people });
        const did = new Tally();
        for (const one of result) did.result(one);
        for (const problem of heap.problems) did.problem(problem);
        await files.note(uploadId, heap.problems);
        const { row, bytes } = heap;
        await uploads.advance(as(system), { uploadId, from: 0, row, bytes, counts: did.counts });
      }
      await uploads.finish(as(system), { uploadId });
    },
    contact,
    /** The first whom the business knew by this number is erased. */
    erases: (phone: string) => commands.contacts.erase(as(owner), { contactId: contact(phone) }),
    /** Somebody texts the business, and it answers by its rules. `pictures`: files of sandbox/pages. */
    async hears(phone: string, body: string, pictures: readonly string[] = []): Promise<void> {
      const context = as(carrier);
      const { result } = await commands.messages.receive(context, {
        provider,
        providerMessageId: carrierId('SM', context.commandId),
        from: phone,
        to: number,
        body,
        media:
          picturesAt === null ?
            []
          : pictures.map((file) => ({ url: `${picturesAt}/assets/${file}`, contentType: 'image/jpeg' })),
        receivedAt: now().toISOString(),
      });
      await commands.messages.react(as(system), { messageId: result.messageId });
      await repliesGoOut(result.messageId);
      await isTaken(result.messageId);
    },
    /** Calls ring this phone from now on, and callers who are missed are texted. */
    forwardsCalls: (forwardTo: string, textBack: string) =>
      commands.calls.changeSettings(as(owner), {
        businessId: BusinessId.parse(businessId),
        forwardTo,
        callerId: 'caller',
        whisper: true,
        ringSeconds: 20,
        textBack,
      }),
    /** Somebody calls, and the carrier tells how that went. */
    async isCalled(from: string, forwardedTo: string, ending: CallEnding): Promise<void> {
      const providerCallId = carrierId('CA', `${uniqueId} ${moment}`);
      const about = { provider, providerCallId, from, to: number, receivedAt: now().toISOString() };
      const { result } = await commands.calls.receive(as(carrier), about);
      if (result === null) return;
      const { callId } = result;
      const hear = (heard: Parameters<Commands['calls']['hear']>[1]['heard']) =>
        commands.calls.hear(as(carrier), { callId, to: number, heard });
      const isAnswered = typeof ending === 'number';
      const seconds = isAnswered ? ending : 0;
      if (isAnswered) await hear({ kind: 'accepted' });
      const outcome = isAnswered || ending === 'declined' ? 'completed' : ending;
      await hear({
        kind: 'forward-ended',
        result: outcome,
        connected: isAnswered,
        seconds,
        forwardedTo: E164.parse(forwardedTo),
      });
      await hear({ kind: 'ended', seconds });
      if (isAnswered) return;
      await commands.calls.answerMissed(as(system), { callId });
      const reply = MessageId.parse(uuidV5(namespaces.message, businessId, 'missed-call', callId));
      if ((await store.read(streams.message(reply))).length > 0) await goesOut(reply, 'delivered');
    },
    /** The owner writes. */
    async writes(phone: string, body: string, ending: Ending = 'delivered'): Promise<void> {
      const { result } = await commands.livechat.send(as(owner), { contactId: contact(phone), body, media: [] });
      await goesOut(result.messageId, ending);
    },
    /** Everything there is in the conversation until now has been seen. */
    async reads(phone: string): Promise<void> {
      const upToPosition = String(await store.head());
      await commands.livechat.read(as(owner), { contactId: contact(phone), upToPosition });
    },
    starts: (phone: string) => commands.livechat.start(as(owner), { phone }),
    notes: (phone: string, text: string) => commands.livechat.addNote(as(owner), { contactId: contact(phone), text }),
    closes: (phone: string) => commands.livechat.setOpen(as(owner), { contactId: contact(phone), open: false }),
    assigns: (phone: string, to: 'owner' | 'colleague' | 'nobody') =>
      commands.livechat.assign(as(owner), {
        contactId: contact(phone),
        assigneeId: to === 'nobody' ? null : UserId.parse(to === 'owner' ? ownerId : shop.colleagueId),
      }),
    /** Who takes conversations by themselves, and how soon contacts are answered. */
    sharesChat({ with: chosen, ...wanted }: SharedChat) {
      const ids = { owner: ownerId, colleague: shop.colleagueId, agency: id('user', 'agency@demo.test') };
      return commands.livechat.chooseTeam(as(owner), {
        ...wanted,
        people: chosen.map((one) => ids[one]),
        revision: null,
      });
    },
    colleagueLeaves() {
      const actor = { kind: 'user', userId: shop.colleagueId, impersonatorId: null } as const;
      return commands.livechat.setAway(as({ ...owner, actor }), { userId: shop.colleagueId, away: true });
    },
    keepsSnippet: (name: string, body: string) =>
      commands.livechat.createSnippet(as(owner), { snippetId: id('snippet', `${uniqueId} ${name}`), name, body }),
    /** The owner writes what is to go in so many hours. */
    schedules: (phone: string, body: string, hours: number) =>
      commands.livechat.schedule(as(owner), {
        contactId: contact(phone),
        body,
        media: [],
        sendAt: new Date(now().getTime() + hours * 3_600_000).toISOString(),
      }),
    names: (phone: string, firstName: string | null, lastName: string | null) =>
      commands.contacts.name(as(owner), { contactId: contact(phone), firstName, lastName }),
    tags: (phone: string, tags: readonly string[]) =>
      commands.contacts.tag(as(owner), { contactId: contact(phone), tags: [...tags] }),
    /** On the page behind the link of an email. */
    chooses: (phone: string, chosen: { readonly pause?: boolean; readonly frequency?: 'weekly' }) =>
      commands.contacts.updatePreferences(as(visitor), { contactId: contact(phone), mailId: null, ...chosen }),
    /** Who hears of new members from now on, and what they read. */
    tells: (key: string, subject: string, body: string) =>
      commands.campaigns.edit(as(owner), {
        campaignId: campaignOf(key),
        notifications: {
          contact: { enabled: true, subject, body },
          owner: { ...noNotifications.owner, enabled: true, emails: [`${uniqueId}@mail.test`] },
        },
        revision: null,
        details: null,
        offer: null,
        settings: null,
      }),
    /** A design of the starters, kept under a name. */
    keepsTemplate: (name: string, starter: string) => {
      const start = starters.find(({ id }) => id === starter)!;
      return commands.emailTemplates.create(as(owner), {
        templateId: EmailTemplateId.parse(uuidV5(namespaces.demo, shop.businessId, 'email-template', name)),
        kind: 'mail',
        name,
        subject: start.subject,
        design: start.design,
      });
    },
    wantsToKnow: (name: string, kind: FieldKind, choices: readonly string[]) =>
      commands.customFields.create(as(owner), { fieldId: field(name), name, kind, choices: [...choices] }),
    keepsSegment: (name: string, filter: ContactFilter) =>
      commands.segments.create(as(owner), { segmentId: segment(name), name, filter }),
    /** What is empty stays as it was; `custom` by the names of the fields. */
    async writesDown(
      phone: string,
      said: Readonly<Record<'birthday' | 'state' | 'zip', string>>,
      custom: Readonly<Record<string, string>>,
    ) {
      const known = stateOf(Contact, await store.read(streams.contact(contact(phone))));
      if (known.status === 'none') return;
      const { contactId, firstName, lastName, tags, details } = known;
      const told = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
      await commands.contacts.edit(as(owner), {
        ...details,
        ...told,
        contactId,
        firstName,
        lastName,
        tags: [...tags],
        revision: null,
        custom: Object.fromEntries(Object.entries(custom).map(([name, value]) => [field(name), value])),
      });
    },
    lists: (list: 'black' | 'white', values: readonly string[], note: string) =>
      commands.blocklists.add(as(owner), { list, values: [...values], note }),
    optsOut: (phone: string, reason: string | null) =>
      commands.contacts.optOut(as(owner), { contactId: contact(phone), reason }),
    /** Somebody who is known by an email address alone. */
    addsByEmail: (email: string, firstName: string, lastName: string) =>
      commands.contacts.add(as(owner), {
        phone: null,
        email,
        firstName,
        lastName,
        tags: [],
        custom: {},
        birthday: null,
        anniversary: null,
        companyName: null,
        website: null,
      }),
    /** Whoever is known by that address is whoever has that number. */
    merges: (phone: string, email: string) =>
      commands.contacts.merge(as(owner), {
        contactId: contact(phone),
        otherId: ContactId.parse(identifiers.contactByEmail(shop.businessId, email)),
        taken: [],
      }),
    /** Somebody has asked what is known of them. */
    takesEverything: (phone: string) => commands.contacts.recordDataExport(as(owner), { contactId: contact(phone) }),
    /** The owner has taken all contacts along as a workbook. */
    async takesContactsAlong(count: number): Promise<void> {
      const exportId = ExportId.parse(id('export', uniqueId, moment));
      await commands.exports.begin(as(owner), {
        exportId,
        list: 'contacts',
        ofId: null,
        format: 'xlsx',
        columns: [...contactColumns],
        narrowed: false,
        count,
      });
      await commands.exports.end(as(owner), { exportId, rows: count, complete: true });
    },
    /** The keyword's campaign gives this from now on. */
    offers: (offer: Offer) => edits(null, offer, null),
    opensTill: (name: string) => commands.coupons.openTill(as(owner), { tillId: till(name), name }),
    /** Somebody shows their coupon. `at`: the till's name; null: the owner redeems it on the screen. */
    redeems: (phone: string, at: string | null, key: string | null = null) =>
      commands.coupons.redeem(as(owner), {
        couponId: couponIdOf(campaignOf(key), contact(phone)),
        redemptionId: id('redemption', uniqueId, moment),
        by: at === null ? { kind: 'screen' } : { kind: 'till', token: identifiers.token('till', till(at)) },
      }),
    /** A slip at the counter: the owner takes the redemption back on the screen, within minutes. */
    async takesBack(phone: string): Promise<void> {
      const couponId = couponIdOf(campaignOf(null), contact(phone));
      const coupon = stateOf(Coupon, await store.read(streams.coupon(couponId)));
      const redemptionId = coupon.status === 'none' ? undefined : coupon.redeemed?.redemptionId;
      if (redemptionId !== undefined)
        await commands.coupons.undo(as(owner), { couponId, redemptionId, by: { kind: 'screen' } });
    },
    extendsCoupon: (phone: string, until: Date) =>
      commands.coupons.extend(as(owner), {
        couponId: couponIdOf(campaignOf(null), contact(phone)),
        until: until.toISOString(),
      }),
    withdraws: (phone: string) =>
      commands.coupons.revoke(as(owner), { couponId: couponIdOf(campaignOf(null), contact(phone)) }),
    /** A campaign with a page comes into being; nobody sees it yet. */
    async makes(key: string, { offer, settings, ...made }: NewCampaign): Promise<void> {
      await commands.campaigns.create(as(owner), { ...made, campaignId: campaignOf(key), replyMedia: [] });
      if (offer !== null || settings !== null) await edits(key, offer, settings);
    },
    publishes: (key: string) => commands.campaigns.publishPage(as(owner), { campaignId: campaignOf(key) }),
    /** A second version goes live, and half of the visitors go on seeing the first. */
    async compares(key: string, changes: StoredSections): Promise<void> {
      const campaignId = campaignOf(key);
      const { draft } = existingPage(stateOf(PageState, await store.read(streams.page(campaignId))));
      const sections = Object.fromEntries(
        Object.entries(changes).map(([name, fields]) => [name, { ...draft[name], ...fields }]),
      );
      await commands.campaigns.editPage(as(owner), { campaignId, revision: null, sections });
      await commands.campaigns.publishPage(as(owner), { campaignId });
      await commands.campaigns.startPageTest(as(owner), { campaignId, testId: testOf(key), versions: [1, 2] });
    },
    /** People look at a page; robots do as well. */
    isSeen: (key: string, rows: readonly SeenRow[], robots: number) =>
      commands.pages.countVisits(as(system), {
        trafficId: id('visits', uniqueId, moment),
        campaignId: campaignOf(key),
        businessId,
        agencyId,
        day: localDay(shop.timezone, now()),
        robots,
        rows: rows.map(({ compared, ...row }) => ({ ...row, testId: compared ? testOf(key) : null })),
      }),
    /** Somebody sends a page's form, and everything that follows from it happens. */
    async enters(key: string, { invitedBy, version, ...entry }: Entry): Promise<void> {
      const submissionId = SubmissionId.parse(id('submission', uniqueId, moment));
      const { result } = await commands.pages.submit(as(visitor), {
        ...entry,
        submissionId,
        campaignId: campaignOf(key),
        pageVersion: version,
        referral: invitedBy === null ? null : identifiers.token('member', memberOf(key, invitedBy)),
      });
      await commands.pages.react(as(system), { submissionId });
      await commands.votes.castFromPage(as(system), { submissionId });
      await commands.loops.joinFromPage(as(system), { submissionId });
      await repliesGoOut(submissionId);
      const contactId = ContactId.parse(result.contactId);
      await commands.members.notifyJoined(as(system), {
        campaignId: campaignOf(key),
        contactId,
        joinedAt: now().toISOString(),
      });
      await emailsArrive(campaignOf(key), contactId);
    },
    /** What the provider says of the email that somebody was welcomed with. */
    async emailComesBack(key: string, one: Visitor, said: 'bounced' | 'complained'): Promise<void> {
      const emailId = uuidV5(namespaces.message, businessId, 'welcome', campaignOf(key), who(one));
      const what = said === 'bounced' ? { kind: said, bounce: 'hard' as const, reason: '5.1.1' } : { kind: said };
      const from = { provider: 'smtp', providerMessageId: `<${emailId}@mail.test>` };
      await commands.delivery.mail.hear(as(system), { id: emailId, ...from, word: { at: now().toISOString(), what } });
    },
    /** A vote is taken out of the count. */
    excludes: (key: string, one: Visitor, reason: string) =>
      commands.votes.exclude(as(owner), { ballotId: ballotIdOf(campaignOf(key), who(one)), reason }),
    /** What counts in a loop, or what it unlocks. `name` is the rule's, for ever. */
    rules: (key: string, name: string, rule: LoopRule) =>
      commands.loops.setRule(as(owner), {
        campaignId: campaignOf(key),
        rewardId: ruleOf(key, name),
        rule,
        isNew: true,
      }),
    acts: (key: string, one: Visitor, name: string, action: ActionKind) =>
      commands.loops.act(as(visitor), { memberId: memberOf(key, one), rewardId: ruleOf(key, name), action }),
    claims: (key: string, one: Visitor, name: string) =>
      commands.loops.claim(as(visitor), { memberId: memberOf(key, one), rewardId: ruleOf(key, name) }),
    /** A claimed reward is handed out. `at`: the till's name; null: the owner marks it on the screen. */
    handsOut: (key: string, one: Visitor, name: string, at: string | null) =>
      commands.coupons.redeem(as(owner), {
        couponId: rewardCouponIdOf(memberOf(key, one), ruleOf(key, name)),
        redemptionId: id('redemption', uniqueId, moment),
        by: at === null ? { kind: 'screen' } : { kind: 'till', token: identifiers.token('till', till(at)) },
      }),
    judges: (key: string, inviter: Visitor, invited: Visitor, accept: boolean) =>
      commands.loops.judge(as(owner), { memberId: memberOf(key, inviter), invited: memberOf(key, invited), accept }),
    carrierSays: (phone: string, verdict: 'opted-out' | 'unreachable', errorCode: number) =>
      commands.contacts.carrierVerdict(as(system), {
        contactId: contact(phone),
        businessId: BusinessId.parse(businessId),
        verdict,
        errorCode,
        providerMessageId: null,
      }),
  };
}

/** A name such as carriers give: two letters and 32 hexadecimal digits. */
const carrierId = (kind: string, what: string): string =>
  `${kind}${uuidV5(namespaces.demo, kind, what).replaceAll('-', '')}`;
