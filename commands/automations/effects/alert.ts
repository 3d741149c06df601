import { alertedBy } from '../../../domain/automations/runs/alert-recipients.ts';
import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { alertWords } from '../../../domain/automations/runs/words.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { ContactEmail, isQueued } from '../../../domain/emails/contact-email.ts';
import { textToPerson } from '../../directory/alert-people.ts';
import { findOrDeriveContact } from '../../directory/contact-directory.ts';
import { queueEmailTo } from '../../emails/queue.ts';
import { publicAddress } from '../../directory/public-address.ts';
import { membersOf } from '../members.ts';
import { done, type StepContext, type StepResult, originOf, refused } from './step-context.ts';

/**
 * Tells people of the business. How it reaches each is not waited for: the contact's way is not theirs. Who is not of
 * the team any more, or has no number, is passed over, and the run's path says so.
 */
export async function alert(step: StepContext, effect: EffectOf<'alert'>): Promise<StepResult> {
  const { call, work, effectId, run, contact, business } = step;
  const { world } = call;
  const { businessId, contactId } = run;
  const words = alertWords(effect.template, contact);
  if (words.trim() === '') return refused('missing-value');
  const members = await membersOf(world, business, [...effect.textMembers, ...effect.mailMembers]);
  const { phones, emails, passedOver } = alertedBy(effect, (one) => members.get(one) ?? null);
  const note = passedOver.join(',');
  if (phones.length === 0 && emails.length === 0) return refused(note === '' ? 'no-address' : note);
  const automation = originOf(step);
  const about = { aboutId: contactId, automation };
  // Who was told before whoever did so died was told, whatever their number is by now; and whose that was is told no more.
  const told = new Set<string>();
  for (const { who, to } of phones) {
    if (told.has(to)) continue;
    const of = ['alert', effectId];
    told.add((await textToPerson(world, work, { business, campaignId: null, to, who, words, of, ...about })) ?? to);
  }
  const link = `${await publicAddress(world, business.agencyId)}/business/contacts/${contactId}`;
  for (const { who, to } of emails) {
    if (told.has(to)) continue;
    const { before, events } = await queueEmailTo(work, {
      mailId: uuidV5(namespaces.message, businessId, 'alert', effectId, who.toLowerCase()),
      businessId,
      to,
      contactId: (await findOrDeriveContact(world, businessId, { phone: null, email: to })).contactId,
      campaignId: null,
      purpose: 'owner-alert',
      subject: `${business.name}: an automation tells you`,
      body: words,
      button: { label: 'Open the contact', url: link },
      ...about,
    });
    const said = events.reduce(ContactEmail.evolve, before);
    told.add((isQueued(said) ? said.mail.to : null) ?? to);
  }
  return note === '' ? done : { kind: 'outcome', outcome: { kind: 'done', note } };
}
