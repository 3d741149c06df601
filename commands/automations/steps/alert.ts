import type { NodeOf } from '../../../domain/automation/fields.ts';
import { alertWords } from '../../../domain/automation/words.ts';
import { emailAddress } from '../../../domain/kernel/fields.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { readPhone } from '../../../domain/sms/phone.ts';
import { textToPerson } from '../../alert-people.ts';
import { contactOf } from '../../contact-of.ts';
import { queueMailTo } from '../../mail/queue.ts';
import { publicAddress } from '../../public-address.ts';
import { done, type Doing, type Done, originOf, refused } from './doing.ts';

/** Tells people of the business. How it reaches each is not waited for: the contact's way is not theirs. */
export async function alert(doing: Doing, { text, phones, emails }: NodeOf<'Alert'>): Promise<Done> {
  const { call, work, effectId, run, contact, business } = doing;
  const { world } = call;
  const { businessId, contactId } = run;
  const words = alertWords(text, contact);
  if (words.trim() === '') return refused('missing-value');
  const automation = originOf(doing);
  const about = { aboutId: contactId, automation };
  // Versions of before numbers were checked have them as they were typed.
  for (const to of phones.flatMap((one) => readPhone(one, 'US') ?? []))
    await textToPerson(world, work, { business, campaignId: null, to, words, of: ['alert', effectId], ...about });
  const link = `${await publicAddress(world, business.agencyId)}/business/contacts/${contactId}`;
  for (const to of emails.flatMap((one) => emailAddress.safeParse(one).data ?? []))
    await queueMailTo(work, {
      ...{ mailId: uuidV5(namespaces.message, businessId, 'alert', effectId, to.toLowerCase()), businessId, to },
      contactId: (await contactOf(world, businessId, { phone: null, email: to })).contactId,
      ...{
        campaignId: null,
        purpose: 'owner-alert',
        subject: `${business.name}: an automation tells you`,
        body: words,
      },
      button: { label: 'Open the contact', url: link },
      ...about,
    });
  return done;
}
