import type { Subject } from './moment.ts';

const open = (opens: number, closes: number) => ({ opens: opens * 60, closes: closes * 60 });
const weekday = open(6, 22);
const weekend = open(8, 18);

/** How they share live chat: at Bella's with somebody of the agency, while Marta is away. */
export const chatTeamOf: Subject = ({ uniqueId }, { daysAgo, minutesAgo }) =>
  uniqueId === 'bellas-pizzeria' ?
    [
      {
        at: daysAgo(12, '09:30'),
        what: 'who takes conversations',
        happen: (scene) =>
          scene.sharesChat({
            mode: 'least-busy',
            with: ['owner', 'colleague', 'agency'],
            replyMinutes: 30,
            hours: null,
            answerOwns: true,
          }),
      },
      { at: minutesAgo(300), what: 'Marta leaves', happen: (scene) => scene.colleagueLeaves() },
    ]
  : uniqueId === 'harbor-fitness' ?
    [
      {
        at: daysAgo(9, '11:00'),
        what: 'how soon contacts are answered',
        happen: (scene) =>
          scene.sharesChat({
            mode: 'off',
            with: ['owner', 'colleague'],
            replyMinutes: 60,
            hours: [weekday, weekday, weekday, weekday, weekday, weekend, weekend],
            answerOwns: false,
          }),
      },
    ]
  : [];
