import { everybody } from '../../contacts/filter.ts';
import { namespaces, uuidV5 } from '../../kernel/ids.ts';
import { type Document, type Duration, type Node, type NodeOf, type TriggerOn, type WaitUntil } from './document.ts';

/**
 * What a new automation can start from. Each can be published as it stands wherever nothing of the business's own is needed
 * (a campaign, a design): then it names none, and means any.
 */
export interface AutomationTemplate {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly document: Document;
}

const id = (template: string, step: string): string => uuidV5(namespaces.automation, 'template', template, step);
type Drawn = (at: (step: string | null) => string | null) => Readonly<Record<string, Node>>;
/** The first of the steps is where it starts. */
function template(
  key: string,
  name: string,
  about: string,
  triggers: readonly TriggerOn[],
  draw: Drawn,
  reentry: Document['reentry'] = { kind: 'once' },
): AutomationTemplate {
  const nodes = draw((step) => (step === null ? null : id(key, step)));
  const [start] = Object.keys(nodes);
  const document: Document = {
    triggers: triggers.map((on) => ({ on, filter: everybody })),
    reentry,
    start: id(key, start!),
    nodes: Object.fromEntries(Object.entries(nodes).map(([step, node]) => [id(key, step), node])),
  };
  return { key, name, about, document };
}

const text = (name: string, body: string, next: string | null): NodeOf<'Notification'> => ({
  kind: 'Notification',
  name,
  off: false,
  body,
  media: [],
  campaignId: null,
  to: { next, failed: null },
});
const wait = (
  name: string,
  until: WaitUntil,
  next: string | null,
  otherwise: string | null = null,
): NodeOf<'Wait'> => ({ kind: 'Wait', name, off: false, until, to: { next, otherwise } });
const lasting = (amount: number, unit: Duration['unit']): WaitUntil => ({
  kind: 'duration',
  amount,
  unit,
  zone: 'contact',
});
const tag = (name: string, word: string, next: string | null): NodeOf<'Tag'> => ({
  kind: 'Tag',
  name,
  off: false,
  change: 'add',
  tag: word,
  to: { next, failed: null },
});
const redeemed = { kind: 'coupon-redeemed', campaignId: null } as const;
const morning = { at: '10:00', zone: 'contact' } as const;

export const automationTemplates: readonly AutomationTemplate[] = [
  template(
    'welcome',
    'Welcome',
    'Says hello to new subscribers, asks for their birthday two days later, and thanks them for it.',
    [{ kind: 'opted-in', keyword: null, campaignId: null }],
    (at) => ({
      hello: text(
        'Say hello',
        'Hi {{first_name|there}}, good to have you with us at {{business_name}}! We write when there is something worth it.',
        at('settle'),
      ),
      settle: wait('Two days', lasting(2, 'days'), at('known')),
      known: {
        kind: 'Condition',
        name: 'Do we know the birthday?',
        checks: {
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: 'birthday', day: { when: 'known' } }] }],
        },
        to: { yes: at('end'), no: at('ask') },
      },
      ask: {
        kind: 'CollectContactData',
        name: 'Ask for the birthday',
        off: false,
        body: 'When is your birthday, {{first_name|friend}}? Reply with month and day, such as 06/14: there is something for you then.',
        again: 'We did not get that. Month and day, please, such as 06/14.',
        tries: 2,
        patience: { amount: 1, unit: 'days' },
        field: { of: 'contact', name: 'birthday' },
        to: { next: at('thanks'), givenUp: at('end'), failed: null },
      },
      thanks: text('Thank for it', 'Thank you, {{first_name|friend}}! We have noted it.', at('end')),
      end: { kind: 'End', name: null, to: {} },
    }),
  ),
  template(
    'birthday',
    'Birthday',
    'A wish on the morning of the birthday, and a second word a week later to who has not come by.',
    [{ kind: 'date', when: { day: { of: 'birthday' }, offset: 0, ...morning } }],
    (at) => ({
      wish: text(
        'Wish them well',
        'Happy birthday, {{first_name|friend}}! Show this text at {{business_name}} within 14 days: your treat is on us.',
        at('week'),
      ),
      week: wait(
        'A week to come by',
        { kind: 'event', event: redeemed, timeout: { amount: 7, unit: 'days' } },
        at('end'),
        at('remind'),
      ),
      remind: text(
        'Remind them',
        'Your birthday treat waits for one more week, {{first_name|friend}}. We would love to see you.',
        at('end'),
      ),
      end: { kind: 'End', name: null, to: {} },
    }),
    { kind: 'always' },
  ),
  template(
    'win-back',
    'Win back',
    'Ninety days after a redemption without another one: a word, and after two weeks a last one. Who comes back is done.',
    [redeemed],
    (at) => ({
      quiet: wait(
        'Ninety days without a visit',
        { kind: 'event', event: redeemed, timeout: { amount: 90, unit: 'days' } },
        at('end'),
        at('miss'),
      ),
      miss: text(
        'We miss you',
        'It has been a while, {{first_name|friend}}. Come by this month, show this text, and we take care of the rest.',
        at('pause'),
      ),
      pause: wait(
        'Two weeks',
        { kind: 'event', event: redeemed, timeout: { amount: 14, unit: 'days' } },
        at('end'),
        at('last'),
      ),
      last: text('The last word', 'One last nudge from {{business_name}}: your table is still yours.', at('mark')),
      mark: tag('Remember them', 'win back', at('end')),
      end: { kind: 'End', name: null, to: {} },
    }),
    { kind: 'after', days: 90 },
  ),
  template(
    'review-request',
    'Review request',
    'The day after a visit asks how it was. Praise gets a thank-you and a request, anything else reaches a person.',
    [redeemed],
    (at) => ({
      tomorrow: wait('The next day', lasting(1, 'days'), at('hour')),
      hour: wait('At eleven', { kind: 'time', at: '11:00', zone: 'contact' }, at('ask')),
      ask: text(
        'How was it?',
        'Thank you for coming by, {{first_name|friend}}. How was it, from 1 to 5? A number is enough.',
        at('answer'),
      ),
      answer: wait(
        'A good word',
        {
          kind: 'event',
          event: { kind: 'text-received', words: ['4', '5', 'four', 'five', 'great', 'good', 'perfect'], whole: false },
          timeout: { amount: 2, unit: 'days' },
        },
        at('thanks'),
        at('other'),
      ),
      thanks: text(
        'Ask for a review',
        'That makes our day! Would you say so where others look? It takes a minute and helps {{business_name}} a lot.',
        at('end'),
      ),
      other: {
        kind: 'Condition',
        name: 'Did they say something else?',
        checks: {
          match: 'all',
          groups: [
            {
              match: 'all',
              conditions: [{ field: 'engagement', did: 'replied', not: false, within: 3, channel: 'text', of: null }],
            },
          ],
        },
        to: { yes: at('person'), no: at('end') },
      },
      person: {
        kind: 'Assign',
        name: 'Someone answers',
        off: false,
        userId: null,
        to: { next: at('end'), failed: null },
      },
      end: { kind: 'End', name: null, to: {} },
    }),
    { kind: 'after', days: 30 },
  ),
  template(
    'missed-answer',
    'Missed answer',
    'Anyone who texts and isn’t answered within half an hour gets a quick reply, and the conversation goes to your team.',
    [{ kind: 'text-received', words: [], whole: false }],
    (at) => ({
      half: wait(
        'Half an hour',
        { kind: 'event', event: { kind: 'conversation-closed' }, timeout: { amount: 30, unit: 'minutes' } },
        at('end'),
        at('heard'),
      ),
      heard: text(
        'Say that they were heard',
        'Thank you for your message, {{first_name|friend}}. We have seen it and answer as soon as we can.',
        at('queue'),
      ),
      queue: { kind: 'Assign', name: 'To the team', off: false, userId: null, to: { next: at('end'), failed: null } },
      end: { kind: 'End', name: null, to: {} },
    }),
    { kind: 'after', days: 1 },
  ),
  template(
    'coupon-reminder',
    'Coupon reminder',
    'Reminds of a coupon that was not used within three days, and again after ten. Who uses it hears nothing more.',
    [{ kind: 'coupon-issued', campaignId: null }],
    (at) => ({
      three: wait('Three days', lasting(3, 'days'), at('hour')),
      hour: wait('At noon', { kind: 'time', at: '12:00', zone: 'contact' }, at('first')),
      first: text(
        'The first reminder',
        'Your coupon at {{business_name}} is still waiting, {{first_name|friend}}. Show it when you come by.',
        at('week'),
      ),
      week: wait('Another week', lasting(7, 'days'), at('second')),
      second: text(
        'The last reminder',
        'Before it runs out, {{first_name|friend}}: your coupon at {{business_name}} is good for a few days more.',
        at('end'),
      ),
      end: { kind: 'End', name: null, to: {} },
      used: { kind: 'Goal', name: 'It was used', off: false, event: redeemed, to: { next: null } },
    }),
    { kind: 'always' },
  ),
  template(
    'event-countdown',
    'Event countdown',
    'For people who sign up on a page: right away, in the week of the event, and the evening before. Change the days to yours.',
    [{ kind: 'page-submitted', campaignId: null }],
    (at) => ({
      seat: text(
        'Confirm their seat',
        'You are on the list, {{first_name|friend}}! We write again before it begins. {{business_name}}',
        at('friday'),
      ),
      friday: wait('Until Friday', { kind: 'weekday', days: ['friday'], at: '17:00', zone: 'business' }, at('near')),
      near: text(
        'This is the week',
        'This week it is, {{first_name|friend}}. Can we count on you? Reply YES or NO.',
        at('yes'),
      ),
      yes: wait(
        'Their answer',
        {
          kind: 'event',
          event: { kind: 'text-received', words: ['yes', 'sure', 'of course'], whole: false },
          timeout: { amount: 1, unit: 'days' },
        },
        at('coming'),
        at('last'),
      ),
      coming: tag('They are coming', 'coming', at('last')),
      last: text(
        'The last word',
        'See you at {{business_name}}, {{first_name|friend}}. Doors open an hour early.',
        at('end'),
      ),
      end: { kind: 'End', name: null, to: {} },
    }),
  ),
];
