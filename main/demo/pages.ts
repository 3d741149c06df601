import { initialSettings, noOffer } from '../../domain/campaigns/fields.ts';
import type { ActionKind } from '../../domain/loops/fields.ts';
import type { StoredSections } from '../../domain/pages/model.ts';
import { templateOf } from '../../domain/pages/templates.ts';
import type { Answers } from '../../commands/pages/submit.ts';
import { daysSince } from './contacts.ts';
import type { Moment, Subject } from './moment.ts';
import type { DemoPage } from './page.ts';
import { bellasPages } from './pages-bellas.ts';
import { harborPages } from './pages-harbor.ts';
import { peopleOf } from './people.ts';
import type { Scene, Visitor } from './scene.ts';
import { visitsOf } from './visits.ts';
import type { When } from './when.ts';

/** Somebody who sends a page's form. */
export interface Guest {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** Days that the business has known them; null: until now it has not. */
  readonly known: number | null;
}

const shopPages: Readonly<Record<string, { readonly strangers: string; readonly pages: readonly DemoPage[] }>> = {
  'bellas-pizzeria': bellasPages,
  'harbor-fitness': harborPages,
};

/** Campaigns with published pages, and who has entered them over the past weeks. */
export const pages: Subject = (shop, when) => {
  const given = shopPages[shop.uniqueId];
  if (given === undefined) return [];
  const guests = guestsOf(shop.uniqueId, given.strangers);
  return given.pages.flatMap((page) => momentsOf(page, guests, when));
};

function momentsOf(page: DemoPage, guests: ReadonlyMap<string, Guest>, when: When): Moment[] {
  const { key, name, keyword, reply, made, published, offer, ends, welcome, second, busy = 7, rules = {} } = page;
  const template = templateOf(page.template)!;
  const { kind } = template;
  const about = (what: string): string => `${key}: ${what}`;
  const guest = (who: string): Guest => {
    const found = guests.get(who);
    if (found === undefined) throw new Error(`Nobody is called ${who}.`);
    return found;
  };
  /** As the form of this page knew them. */
  const left = new Map(page.entries.map(({ who, box }) => [who, visitorOf(guest(who), box !== false)]));
  const known = (who: string): Visitor => left.get(who) ?? visitorOf(guest(who), true);
  const entered = new Map(page.entries.map(({ who, day }) => [who, dayOf(guest(who), day)]));
  /** Nobody uses what they do not have yet. */
  const since = (who: string, day: number): number => Math.min(day, entered.get(who) ?? day);
  const clock = (place: number): string => `${11 + ((place * 7) % 10)}:${10 + ((place * 13) % 49)}`;

  const beginning: Moment[] = [
    {
      at: when.daysAgo(made, '10:05'),
      what: about('begun'),
      happen: (scene) =>
        scene.makes(key, {
          type: kind,
          name,
          keyword,
          reply,
          template: page.template,
          sections: merged(template.sections, page.changes),
          offer:
            offer === undefined ? null : (
              {
                ...noOffer,
                ...offer,
                terms: 'One for each guest. Not with other offers.',
                dayToExpire: 30,
                reminders: [3],
                reminderMessage:
                  'Hi {{first_name|there}}, {{coupon_code}} is good until {{coupon_expires}}: {{coupon_link}}',
              }
            ),
          settings:
            ends === undefined ? null : { ...initialSettings, endsAt: when.daysAgo(-ends, '20:00').toISOString() },
        }),
    },
    ...(welcome === undefined ?
      []
    : [
        {
          at: when.daysAgo(made, '10:15'),
          what: about('told'),
          happen: (scene: Scene) => scene.tells(key, welcome.subject, welcome.body),
        },
      ]),
    ...Object.entries(rules).map(([rule, said], index): Moment => ({
      at: when.daysAgo(made, `10:${20 + index}`),
      what: about(`rule ${rule}`),
      happen: (scene) => scene.rules(key, rule, said),
    })),
  ];
  if (published === undefined) return beginning;
  /** The version that somebody of an entry saw: of two that are compared either. */
  const versionFor = (who: string): number =>
    second !== undefined && entered.get(who)! < second.day && hash(who) % 5 < 3 ? 2 : 1;

  return [
    ...beginning,
    { at: when.daysAgo(published, '10:45'), what: about('published'), happen: (scene) => scene.publishes(key) },
    ...(second === undefined ?
      []
    : [
        {
          at: when.daysAgo(second.day, '09:30'),
          what: about('a second version'),
          happen: (scene: Scene) => scene.compares(key, merged(page.changes, second.changes)),
        },
      ]),
    ...visitsOf(
      key,
      {
        published,
        ended: ends !== undefined && ends < 0 ? -ends : -1,
        busy,
        compared: second === undefined ? null : second.day,
        came: page.entries.map(({ who, by, from = who }, index) => ({
          day: entered.get(who)!,
          from: sourceOf(index, by !== undefined),
          device: deviceOf(from),
          version: versionFor(who),
        })),
      },
      when,
    ),
    ...page.entries.map((said, index): Moment => {
      const { who, choices, by, from = who, birthday, box = true } = said;
      // Who sits at somebody else's device writes with somebody else's mailbox.
      const one = from === who ? guest(who) : { ...guest(who), email: guest(from).email.replace('@', '+2@') };
      return {
        at: when.daysAgo(entered.get(who)!, clock(index)),
        what: about(`${who} enters`),
        happen: (scene) =>
          scene.enters(key, {
            answers: answersOf(one, {
              box,
              choices,
              birthday,
              asks: kind === 'popup' ? { ShowEmail: true } : (template.sections['inputs'] ?? {}),
            }),
            ipAddress: lineOf(from),
            device: deviceOf(from),
            from: sourceOf(index, by !== undefined),
            version: versionFor(who),
            invitedBy: by === undefined ? null : known(by),
          }),
      };
    }),
    ...(page.texts ?? []).map(({ who, day, text }, index): Moment => {
      const { phone, ...one } = guest(who);
      return {
        at: when.daysAgo(dayOf(one, day), clock(index + 3)),
        what: about(`${who} votes by text`),
        happen: (scene) => scene.hears(phone, text),
      };
    }),
    ...(page.excluded === undefined ? [] : [out(page.excluded)]),
    ...(page.returned ?? []).map(({ who, as }): Moment => ({
      at: when.daysAgo(entered.get(who)!, '23:10'),
      what: about(`the mail to ${who} has ${as}`),
      happen: (scene) => scene.emailComesBack(key, known(who), as),
    })),
    ...(page.used ?? []).map(({ who, day, till }): Moment => ({
      at: when.daysAgo(since(who, day), '21:50'),
      what: about(`${who} uses the coupon`),
      happen: (scene) => scene.redeems(guest(who).phone, till, key),
    })),
    ...(page.acts ?? []).map(({ who, day, did }): Moment => ({
      at: when.daysAgo(since(who, day), '22:01'),
      what: about(`${who} did ${did}`),
      happen: (scene) => scene.acts(key, known(who), did, (rules[did] as { readonly action: ActionKind }).action),
    })),
    ...(page.claims ?? []).map(({ who, day, reward }): Moment => ({
      at: when.daysAgo(since(who, day), '22:20'),
      what: about(`${who} takes ${reward}`),
      happen: (scene) => scene.claims(key, known(who), reward),
    })),
    ...(page.handedOut ?? []).map(({ who, day, reward, till }): Moment => ({
      at: when.daysAgo(since(who, day), '22:30'),
      what: about(`${who} gets ${reward}`),
      happen: (scene) => scene.handsOut(key, known(who), reward, till),
    })),
    ...(page.refused === undefined ? [] : [refused(page.refused)]),
  ];

  function out({ who, why }: { readonly who: string; readonly why: string }): Moment {
    return {
      at: when.daysAgo(1, '22:30'),
      what: about(`${who}'s vote is taken out`),
      happen: (scene) => scene.excludes(key, known(who), why),
    };
  }
  function refused({ who, by, day }: { readonly who: string; readonly by: string; readonly day: number }): Moment {
    return {
      at: when.daysAgo(since(who, day), '22:40'),
      what: about(`${by} did not bring ${who}`),
      happen: (scene) => scene.judges(key, known(by), known(who), false),
    };
  }
}

/** Nobody enters before the business knew them, or they would be another person. */
const dayOf = ({ known }: Pick<Guest, 'known'>, day: number): number =>
  Math.max(1, known === null ? day : Math.min(day, known - 1));

const merged = (sections: StoredSections, changes: StoredSections): StoredSections => ({
  ...sections,
  ...Object.fromEntries(Object.entries(changes).map(([name, fields]) => [name, { ...sections[name], ...fields }])),
});

/** Everybody who enters, by name: whom the business knows (who has left does not come back by a form), and strangers. */
function guestsOf(uniqueId: string, strangers: string): ReadonlyMap<string, Guest> {
  const people = peopleOf(uniqueId);
  const known = people.map(({ firstName, lastName, phone }, index): Guest => {
    const name = `${firstName} ${lastName}`;
    return { name, phone, email: addressOf(name), known: daysSince(index, people.length) };
  });
  const met = strangers.split(';').map((line, index): Guest => {
    const name = line.trim();
    const area = Number.parseInt(people[index % people.length]!.phone.slice(2, 5), 10);
    return { name, phone: `+1${area}55501${String(99 - index)}`, email: addressOf(name), known: null };
  });
  return new Map([...known, ...met].map((one) => [one.name, one]));
}
const addressOf = (name: string): string =>
  `${name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, '')
    .replaceAll(/\s+/g, '.')}@mail.test`;
const visitorOf = ({ phone, email }: Guest, box: boolean): Visitor => (box ? { phone } : { email });

/** What a guest types. Who does not tick the box keeps their number to themself. */
function answersOf(
  { name, phone, email }: Guest,
  given: {
    readonly box: boolean;
    readonly choices: string | undefined;
    readonly birthday: string | undefined;
    readonly asks: Readonly<Record<string, unknown>>;
  },
): Answers {
  const { box, choices, birthday, asks } = given;
  return {
    name,
    ...(box ? { phone: `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}` } : {}),
    ...(!box || asks['ShowEmail'] === true ? { email } : {}),
    ...(birthday === undefined ? {} : { birthday }),
    ...(choices === undefined ? {} : { choices: [...choices].map((letter) => `opt${letter.charCodeAt(0) - 96}`) }),
    consent: box,
  };
}

const hash = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7);
/** Of the addresses for documentation (RFC 5737): nobody's. */
const lineOf = (who: string): string =>
  `${['192.0.2', '198.51.100', '203.0.113'][hash(who) % 3]!}.${1 + (hash(who) % 251)}`;
const deviceOf = (who: string): 'phone' | 'tablet' | 'desktop' =>
  (['phone', 'phone', 'desktop', 'phone', 'phone', 'tablet', 'phone', 'desktop'] as const)[hash(who) % 8]!;
const sources = ['instagram', null, 'counter-qr', 'newsletter', null, 'instagram', 'facebook', null] as const;
const sourceOf = (index: number, invited: boolean) => {
  const source = invited ? null : sources[index % sources.length]!;
  const mediums = { instagram: 'social', facebook: 'social', newsletter: 'email', 'counter-qr': 'print' } as const;
  return {
    source,
    medium: source === null ? null : mediums[source],
    campaign: null,
    referrer: source === 'instagram' ? 'instagram.com' : null,
  };
};
