import { expect, it } from 'vitest';
import { chargeOf } from '../../../../domain/delivery/allowance.ts';
import { type ReachedBy, reachOf } from '../../../../domain/delivery/reach.ts';
import { AutomationId, AutomationRunId } from '../../../../domain/kernel/ids.ts';
import { EmailPurpose } from '../../../../domain/emails/fields.ts';
import { MessagePurpose } from '../../../../domain/messages/events.ts';
import { businessId, campaignId, contactId, messageId, number, phone } from '../fixtures.ts';
import { holds } from '../../../../domain/delivery/verdict.ts';
import { ann, broadcastId, business, emailTo, noon, running, textTo } from './situations.ts';

/** What the statement before the request holds a text or email against, by purpose. */
const automation = {
  automationId: AutomationId.parse('00000000-0000-4000-8000-000000000011'),
  runId: AutomationRunId.parse('00000000-0000-4000-8000-000000000012'),
  node: 'a',
  version: 1,
};
const limited = { ...business, dailyLimits: { texts: 2, mails: 4 } };
const by: ReachedBy = {
  address: 'address',
  businessId,
  contactId,
  business: limited,
  contact: ann,
  broadcast: running('text'),
  automation,
  correlationId: 'cause',
  now: noon,
};
const day = { day: '2026-11-20', address: 'address', businessId };
const cause = { key: 'cause', automationId: automation.automationId };
const ofBroadcast = (windowHours: number) => ({ broadcastId, windowHours });

it('holds texts that no one asked for against the day, the law, broadcasts and causes', () => {
  const text = { ...day, most: 2, rolling: null, contactId: null };
  const expected: Partial<Record<MessagePurpose, object>> = {
    broadcast: { ...text, broadcast: ofBroadcast(24), cause: null },
    automation: { ...text, broadcast: null, cause },
    'coupon-reminder': { ...text, broadcast: null, cause: null },
    'reward-unlocked': { ...text, broadcast: null, cause: null },
  };
  for (const purpose of MessagePurpose.options)
    expect([purpose, reachOf(textTo(purpose).delivery, by)]).toEqual([purpose, expected[purpose] ?? null]);
});

it('holds emails that no one asked for against the day and broadcasts', () => {
  // The address of a contact may be another one's by the next email; causes are told apart for texts alone.
  const email = { ...day, most: 4, rolling: null, contactId, cause: null };
  const expected: Partial<Record<EmailPurpose, object>> = {
    broadcast: { ...email, broadcast: ofBroadcast(24) },
    automation: { ...email, broadcast: null },
  };
  for (const purpose of EmailPurpose.options)
    expect([purpose, reachOf(emailTo(purpose).delivery, by)]).toEqual([purpose, expected[purpose] ?? null]);
});

it('holds texts alone against the law of where the contact is', () => {
  const florida = '+13055550123';
  expect(reachOf({ ...textTo('broadcast').delivery, to: florida }, by)).toMatchObject({ rolling: 3 });
  const contact = { ...ann, details: { ...ann.details, state: 'FL' } };
  expect(reachOf(textTo('broadcast').delivery, { ...by, contact })).toMatchObject({ rolling: 3 });
  expect(reachOf(emailTo('broadcast').delivery, { ...by, contact })).toMatchObject({ rolling: null });
});

it('does not hold back what an automation answers', () => {
  const answering = { ...by, automation: { ...automation, answers: true as const } };
  expect(reachOf(textTo('automation').delivery, answering)).toBeNull();
});

it('counts every text in the month of the business, and never limits what is owed', () => {
  const owed: readonly MessagePurpose[] = ['opt-out-confirmation', 'opt-in-confirmation', 'help'];
  for (const purpose of MessagePurpose.options) {
    const text = {
      messageId,
      businessId,
      contactId,
      campaignId,
      broadcastId: null,
      variant: null,
      aboutId: null,
      automation: null,
      from: number,
      to: phone,
      body: 'Hello',
      media: [],
      purpose,
      segments: 2,
      encoding: 'GSM-7' as const,
      notBefore: null,
    };
    const most = owed.includes(purpose) ? null : 500;
    expect([purpose, chargeOf(text, business, noon)]).toEqual([
      purpose,
      { month: '2026-11-01', day: '2026-11-20', units: 2, most },
    ]);
    expect(chargeOf({ ...text, pictures: 2 }, business, noon).units).toBe(1);
  }
});

it('asks a wallet for every text but those that are owed, or that someone was told go', () => {
  const unpaid = MessagePurpose.options.filter((purpose) => !holds('funds', { channel: 'text', purpose }));
  expect(unpaid.toSorted()).toEqual(['help', 'livechat', 'opt-in-confirmation', 'opt-out-confirmation']);
});
