import { pauseDays } from '../../domain/contacts/choose.ts';
import { CampaignId } from '../../domain/kernel/ids.ts';
import type { Notice, NoticeForm } from '../contract/page-view.ts';
import { masked } from '../kernel/email-address.ts';
import type { ApiParts } from '../kernel/parts.ts';

type Standing = NonNullable<Awaited<ReturnType<ApiParts['commands']['contacts']['emailStanding']>>>;

/** What the page behind the link of an email says and offers: first what most come for, then what they might prefer. */
export function preferencesNotice(
  standing: Standing,
  { action, saved, locale }: { readonly action: string; readonly saved: boolean; readonly locale: string },
): Omit<Notice, 'brand'> & { readonly company: string } {
  const { businessName: company, email, unsubscribed, texts } = standing;
  const address = email === null ? 'This address' : masked(email);
  if (unsubscribed && !texts)
    return {
      title: 'You are unsubscribed',
      text: `${address} gets no emails from ${company} any more.`,
      tone: 'good',
      company,
    };
  const leave: NoticeForm = {
    action,
    hidden: unsubscribed || !texts ? { choice: unsubscribed ? 'all' : 'emails' } : {},
    ...(unsubscribed || !texts ?
      {}
    : {
        choices: [
          { value: 'emails', label: 'Stop emails', help: 'Texts still come.', checked: true },
          { value: 'all', label: 'Stop emails and texts', help: `Nothing more from ${company}.`, checked: false },
        ],
      }),
    button: unsubscribed ? 'Stop texts, too' : 'Unsubscribe',
  };
  const keep = keepForm(standing, action, locale);
  if (saved)
    return {
      title: 'Saved',
      text: summary(standing, locale),
      tone: 'good',
      company,
      forms: [keep, { ...leave, quiet: true }],
    };
  return {
    title: unsubscribed ? 'You are unsubscribed' : `No more emails from ${company}?`,
    text:
      unsubscribed ?
        `${address} gets no emails any more. Texts still come.`
      : `${address} is on the list of ${company}.`,
    tone: unsubscribed ? 'good' : 'plain',
    company,
    forms: [leave, { ...keep, quiet: true }],
  };
}

const dayOf = (instant: string, { timezone }: Standing, locale: string): string =>
  new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone: timezone });

/** Fewer, a pause, no more of some campaigns. */
function keepForm(standing: Standing, action: string, locale: string): NoticeForm {
  const { texts, unsubscribed, frequency, pausedUntil, topics } = standing;
  const kinds = [unsubscribed ? '' : 'one email', texts ? 'one text' : ''].filter((kind) => kind !== '').join(' and ');
  return {
    title: texts && !unsubscribed ? 'Or choose what still comes' : 'Or choose what comes',
    action,
    hidden: { keep: 'yes', shown: topics.map(({ campaignId }) => campaignId) },
    choices: [
      { value: 'all', label: 'Everything', help: '', checked: pausedUntil === null && frequency === 'all' },
      {
        value: 'weekly',
        label: 'Fewer',
        help: `At most ${kinds} a week.`,
        checked: pausedUntil === null && frequency === 'weekly',
      },
      {
        value: 'pause',
        label:
          pausedUntil === null ?
            `A pause of ${pauseDays} days`
          : `The pause, until ${dayOf(pausedUntil, standing, locale)}`,
        help: 'It ends automatically. You still get what you ask for.',
        checked: pausedUntil !== null,
      },
    ],
    boxes:
      topics.length === 0 ?
        null
      : {
          name: 'topic',
          legend: 'Campaigns',
          options: topics.map(({ campaignId, name, wanted }) => ({
            value: campaignId,
            label: name,
            help: '',
            checked: wanted,
          })),
        },
    button: 'Save',
  };
}

function summary(standing: Standing, locale: string): string {
  const { frequency, pausedUntil, topics, businessName } = standing;
  const left = topics.filter(({ wanted }) => !wanted).map(({ name }) => name);
  return [
    pausedUntil !== null ? `Nothing comes from ${businessName} until ${dayOf(pausedUntil, standing, locale)}.`
    : frequency === 'weekly' ? `You hear from ${businessName} once a week at most.`
    : `You hear from ${businessName} as it comes.`,
    ...(left.length === 0 ? [] : [`Nothing more about: ${left.join(', ')}.`]),
  ].join(' ');
}

/** What was chosen on it. Names that are not ours choose nothing. */
export function chosenOf(body: string): {
  readonly pause?: boolean;
  readonly frequency?: 'all' | 'weekly';
  readonly topics: { readonly shown: CampaignId[]; readonly wanted: CampaignId[] };
} {
  const sent = new URLSearchParams(body);
  const ids = (name: string): CampaignId[] =>
    sent
      .getAll(name)
      .slice(0, 100)
      .flatMap((id) => CampaignId.safeParse(id).data ?? []);
  const topics = { shown: ids('shown'), wanted: ids('topic') };
  const often = sent.get('choice');
  if (often === 'pause') return { pause: true, topics };
  if (often === 'all' || often === 'weekly') return { pause: false, frequency: often, topics };
  return { topics };
}
