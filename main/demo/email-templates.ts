import type { Subject } from './moment.ts';

/** What the businesses have kept to start emails from. */
const kept: Readonly<Record<string, readonly (readonly [name: string, starter: string])[]>> = {
  'bellas-pizzeria': [
    ['Two for one', 'offer'],
    ['News from the oven', 'news'],
  ],
  'harbor-fitness': [['The week’s classes', 'class']],
};

export const emailTemplates: Subject = (shop, when) =>
  (kept[shop.uniqueId] ?? []).map(([name, starter], index) => ({
    at: when.daysAgo(40 - index, '10:15'),
    what: `the e-mail template ${name}`,
    happen: (scene) => scene.keepsTemplate(name, starter),
  }));
