import { describe, expect, it } from 'vitest';
import { Agency } from '../../../domain/agency/agency.ts';
import type { ExistingBroadcast } from '../../../domain/broadcast/broadcast.ts';
import { mailRecipientVerdict, type MailWords } from '../../../domain/broadcast/decide-mail.ts';
import { emptySetup } from '../../../domain/broadcast/fields.ts';
import { mailAilment, mailTrouble } from '../../../domain/broadcast/health.ts';
import { messageIdOf } from '../../../domain/broadcast/recipient.ts';
import { Business } from '../../../domain/business/business.ts';
import { BusinessCreated, BusinessDeactivated } from '../../../domain/business/events.ts';
import { Contact } from '../../../domain/contact/contact.ts';
import { ContactDiscovered, ContactSubscribedToEmail } from '../../../domain/contact/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BroadcastId } from '../../../domain/kernel/ids.ts';
import type { ContactMail } from '../../../domain/mail/contact-mail.ts';
import { mailFailureOf } from '../../../domain/mail/failure.ts';
import { linksOfMail, linkValues, withLinks } from '../../../domain/mail/links.ts';
import { fill } from '../../../domain/merge/template.ts';
import { agencyId, businessId, contactId } from './fixtures.ts';

const now = new Date('2026-11-22T18:00:00.000Z');
const broadcastId = BroadcastId.parse('00000000-0000-4000-8000-000000000001');
const versionId = '00000000-0000-4000-8000-000000000002';
const mailId = messageIdOf(businessId, broadcastId, contactId);

describe('the last look at a recipient of an e-mail', () => {
  const running: ExistingBroadcast = {
    status: 'running',
    broadcastId,
    businessId,
    setup: emptySetup('Autumn', 'email'),
    from: null,
    startAt: null,
    versions: [versionId],
    approved: null,
    rejection: null,
    audience: null,
    paused: null,
    knowingly: false,
    winner: null,
    deleted: false,
    run: { position: '1', sender: null, expiresAt: '2026-11-23T18:00:00.000Z', links: [], versions: [versionId] },
  };
  const ids = { contactId, businessId };
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
  const found = ContactDiscovered.create({ ...ids, phone: null, email: 'ann@x.test', via: 'form' });
  const subscribed = ContactSubscribedToEmail.create({
    ...ids,
    email: 'ann@x.test',
    campaignId: null,
    source: 'form',
    consent,
    ipAddress: null,
  });
  const ann = fold(Contact, [found, subscribed] as never) as Exclude<Contact, { status: 'none' }>;
  const created = BusinessCreated.create({
    businessId,
    agencyId,
    name: 'Bella’s',
    uniqueId: 'bellas',
    timezone: 'America/New_York',
    currency: 'USD',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  const business = fold(Business, [created] as never);
  const version = {
    status: 'made' as const,
    versionId,
    businessId,
    subject: ['Hi ', { field: 'first_name', fallback: 'you' }],
    html: ['<p>Hi</p>'],
    text: ['Hi'],
  };
  const words = { version, fields: ['first_name'], custom: [], keyword: null, coupon: null };
  const look = ({
    broadcast = running,
    mail = { status: 'none' } as ContactMail,
    contact = ann as Contact,
    sender = { business, agency: Agency.initial },
    made = words as MailWords | null,
    blacklisted = false,
  } = {}) => mailRecipientVerdict(broadcast, { contactId, variant: 0 }, mail, contact, sender, made, now, blacklisted);
  const sent = look();
  const said = sent.kind === 'send' ? sent.mail : null;
  const queued: ContactMail = { status: 'queued', mail: said! };

  it('is sent with its version and what is said of the person', () => {
    expect(sent).toMatchObject({ kind: 'send', fresh: true });
    expect(said).toMatchObject({ mailId, to: 'ann@x.test', subject: 'Hi you', purpose: 'broadcast', broadcastId });
    expect(said!.content).toEqual({ versionId, values: {} });
    // Once more what was said, whatever the mail is now.
    expect(look({ mail: queued, made: null })).toEqual({ kind: 'send', mail: said, fresh: false });
  });

  it('is over where the broadcast is; of what was said there is an end', () => {
    const expired = { ...running, run: { ...running.run!, expiresAt: now.toISOString() } };
    const ends = [
      [{ ...running, status: 'stopped' }, 'stopped'],
      [{ ...running, status: 'completed' }, 'expired'],
      [expired, 'expired'],
      [{ ...running, run: null }, 'expired'],
    ] as const;
    for (const [broadcast, why] of ends) {
      expect(look({ broadcast })).toEqual({ kind: 'over', why });
      expect(look({ broadcast, mail: queued })).toEqual({ kind: 'suppress', reason: why });
    }
    expect(look({ broadcast: { ...running, status: 'paused' } })).toEqual({ kind: 'park' });
    // Paused for longer than it is good for.
    expect(look({ broadcast: { ...expired, status: 'paused' } })).toEqual({ kind: 'over', why: 'expired' });
  });

  it('is nothing any more once it was decided or sent', () => {
    for (const status of ['unknown', 'suppressed', 'failed', 'accepted', 'delivered', 'bounced', 'complained'] as const)
      expect(look({ mail: { status, mail: said! } })).toEqual({ kind: 'done' });
    expect(look({ mail: { status: 'withheld', reason: 'blocked' } })).toEqual({ kind: 'done' });
  });

  it('is not sent, and says why', () => {
    const reason = (of: Parameters<typeof look>[0]) => {
      const verdict = look(of);
      return verdict.kind === 'suppress' ? verdict.reason : verdict.kind;
    };
    expect(reason({ made: null })).toBe('missing-value');
    expect(
      reason({ made: { ...words, version: { ...version, subject: [{ field: 'first_name', fallback: '' }] } } }),
    ).toBe('missing-value');
    // It names a coupon, and this recipient can't be given one.
    expect(reason({ made: { ...words, fields: ['coupon_code'] } })).toBe('missing-value');
    expect(reason({ contact: { status: 'none' } })).toBe('blocked');
    expect(reason({ contact: fold(Contact, [found] as never) })).toBe('no-consent');
    expect(reason({ contact: { ...ann, details: { ...ann.details, email: null } } })).toBe('no-address');
    expect(reason({ blacklisted: true })).toBe('blocked');
    const off = fold(Business, [created, BusinessDeactivated.create({ businessId } as never)] as never);
    expect(reason({ sender: { business: off, agency: Agency.initial } })).toBe('inactive-business');
    expect(reason({ mail: { status: 'queued', mail: { ...said!, to: null } } })).toBe('blocked');
  });
});

describe('how mails to many fare', () => {
  it('pauses a broadcast from 8 in a hundred of a hundred that came back, and from five complaints on', () => {
    const of = (delivered: number, failed: number, complained = 0) => mailAilment({ delivered, failed, complained });
    expect(of(0, 99)).toBeNull();
    expect(of(92, 8)).toBe('bounces');
    expect(of(93, 7)).toBeNull();
    expect(of(10, 0, 4)).toBeNull();
    expect(of(10, 0, 5)).toBe('complaints');
    expect(of(1_666, 0, 5)).toBe('complaints');
    expect(of(1_667, 0, 5)).toBeNull();
    // What is reported is graver.
    expect(of(90, 10, 5)).toBe('complaints');
  });

  it('keeps a business from sending more above what providers stop at, with what to do', () => {
    const of = (sent: number, bounced: number, complained = 0) => mailTrouble({ sent, bounced, complained });
    expect(of(199, 199, 199)).toBeNull();
    expect(of(1_000, 50, 3)).toBeNull();
    expect(of(1_000, 51)).toMatchObject({
      by: 'bounces',
      note: expect.stringMatching(/5\.1 % came back.*then resume it/u),
    });
    expect(of(1_000, 51, 5)).toMatchObject({ by: 'complaints', note: expect.stringContaining('0.5 % were reported') });
    expect(of(245, 0, 1)).toBeNull();
    for (const trouble of [of(999_999_999, 999_999_999), of(999_999_999, 0, 999_999_999)])
      expect(trouble!.note.length).toBeLessThanOrEqual(500);
  });
});

describe('the links of a mail', () => {
  const page = 'https://shop.test/menu?a=1&b=2';
  const words = {
    html: [
      '<body><a href="https://shop.test/menu?a=1&amp;b=2">Menu</a> <a href="',
      { field: 'link', fallback: '', as: 'address' as const },
      '">Yours</a> <a href="https://other.test/">Other</a></body>',
    ],
    text: [`Menu: ${page} and https://shop.test/of/`, { field: 'first_name', fallback: 'you' }, ' Bye'],
  };

  it('are those that are the same for everybody, each once', () => {
    expect(linksOfMail(words)).toEqual([page, 'https://other.test/']);
  });

  it('become fields where they have a number; the others, and those of one person alone, stay', () => {
    const linked = withLinks(words, new Map([[page, 7]]), null);
    const values = linkValues(linked, (number) => `https://go.test/l/${number}`);
    expect(values).toEqual({ 'link:7': 'https://go.test/l/7' });
    const html = fill(linked.html, { ...values, link: 'https://mine.test/' }, 'html');
    expect(html).toBe(
      '<body><a href="https://go.test/l/7">Menu</a> <a href="https://mine.test/">Yours</a> ' +
        '<a href="https://other.test/">Other</a></body>',
    );
    expect(fill(linked.text, { ...values, first_name: 'Ann' })).toBe(
      'Menu: https://go.test/l/7 and https://shop.test/of/Ann Bye',
    );
    expect(withLinks(words, new Map(), null)).toEqual(words);
  });

  it('have one at the end that no person sees', () => {
    const linked = withLinks(words, new Map([[page, 7]]), 9);
    const html = fill(linked.html, { 'link:7': 'https://go.test/7', 'link:9': 'https://go.test/9' }, 'html');
    expect(html.indexOf('https://go.test/9')).toBeGreaterThan(html.indexOf('https://other.test/'));
    expect(html.endsWith('</body>')).toBe(true);
    expect(fill(linked.text, {})).not.toContain('go.test/9');
    // What is no whole page has no end to put it at.
    expect(withLinks({ html: ['<p>Hi</p>'], text: [] }, new Map(), 9).html).toEqual(['<p>Hi</p>']);
  });
});

describe('why a mail did not arrive', () => {
  it.each([
    ['550 5.1.1 <ann@x.test>: user unknown', 'no-mailbox'],
    ['5.1.10', 'no-domain'],
    ['5.1.2 bad destination', 'no-domain'],
    ['552 5.2.2 over quota', 'mailbox-full'],
    ['5.2.1 disabled', 'mailbox-closed'],
    ['5.3.4 too big', 'too-large'],
    ['4.4.1 no answer', 'not-reached'],
    ['4.4.7 expired', 'not-reached'],
    ['554 5.7.1 denied', 'refused-as-spam'],
    ['550 5.7.26 unauthenticated', 'refused-as-spam'],
    ['Message blocked: poor reputation', 'refused-as-spam'],
    ['mailbox is full', 'mailbox-full'],
    ['550 go away', 'no-mailbox'],
    ['No such user here', 'no-mailbox'],
    ['something else', 'refused'],
    [null, 'refused'],
  ] as const)('%s', (said, failure) => {
    expect(mailFailureOf(said)).toBe(failure);
  });

  it('takes what came back for good for an address that is none, unless something was said', () => {
    expect(mailFailureOf(null, 'hard')).toBe('no-mailbox');
    expect(mailFailureOf('5.7.1', 'hard')).toBe('refused-as-spam');
  });
});
