import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { defaultAlert, noNotifications } from '../../../domain/campaigns/fields.ts';
import { ContactId, SubmissionId } from '../../../domain/kernel/ids.ts';
import { context, type ProvidersWorld } from './world.ts';

type Campaigns = ProvidersWorld['commands']['campaigns'];
type Edited = Partial<Pick<Parameters<Campaigns['edit']>[1], 'notifications' | 'offer' | 'settings'>>;

export const visitor: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'visitor' },
  tenant: { agencyId: null, businessId: null },
};
/** Accounts with all providers of email, of the agency at this domain. */
export const emailAccounts = (domain: string, name: string) => {
  const sender = { from_email: `hello@${domain}`, from_name: name };
  return {
    sendgrid: { api_key: 'SG.abcdefghijklmnop', ...sender },
    mailgun: { api_key: 'key-abcdefghijkl', domain: `mg.${domain}`, region: 'us', ...sender },
    ses: {
      access_key_id: 'AKIAABCDEFGHIJKLMNOP',
      secret_access_key: 'abcdefghijklmnop',
      region: 'us-east-1',
      ...sender,
    },
  } as const;
};
export const welcomes = {
  contact: { ...noNotifications.contact, enabled: true, subject: 'Hello', body: 'Welcome.' },
  owner: { enabled: false, text: defaultAlert, phones: [] as string[], emails: [] as string[] },
};

/** A published page that asks for a name, an address and a number, and welcomes by email unless it is told otherwise. */
export async function publishPage({ commands }: ProvidersWorld, business: Caller, edited: Edited = {}) {
  const campaignId = randomUUID() as string;
  const keyword = `K${campaignId.slice(0, 8)}`;
  const { campaigns, pages } = commands;
  await campaigns.create(context(business), {
    campaignId,
    name: 'Free slice',
    type: 'landing',
    keyword,
    reply: '',
    replyMedia: [],
    template: null,
    sections: {
      inputs: { ShowName: true, NameRequired: false, ShowEmail: true, ShowPhone: true, PhoneRequired: false },
    },
  });
  await campaigns.edit(context(business), {
    campaignId,
    revision: null,
    details: null,
    offer: null,
    notifications: welcomes,
    settings: null,
    ...edited,
  });
  await campaigns.publishPage(context(business), { campaignId });
  return {
    campaignId,
    keyword: keyword.toUpperCase(),
    /** Somebody sends its form. */
    async join(answers: { name?: string; email?: string; phone?: string; consent?: boolean }) {
      const submissionId = SubmissionId.parse(randomUUID());
      const { result } = await pages.submit(context(visitor), {
        submissionId,
        campaignId,
        pageVersion: 1,
        answers,
        ipAddress: '203.0.113.9',
        device: 'phone',
        from: { source: null, medium: null, campaign: null, referrer: null },
        referral: null,
      });
      return { submissionId, contactId: ContactId.parse(result.contactId) };
    },
  };
}
