import { bellasStories } from './conversations-bellas.ts';
import { harborStories } from './conversations-harbor.ts';
import type { Moment, Subject } from './moment.ts';
import { personNamed } from './people.ts';
import type { Story } from './story.ts';
import type { When } from './when.ts';

const stories: Readonly<Record<string, (when: When) => readonly Story[]>> = {
  'bellas-pizzeria': bellasStories,
  'harbor-fitness': harborStories,
};

export const conversations: Subject = ({ uniqueId }, when) =>
  (stories[uniqueId]?.(when) ?? []).flatMap((story): Moment[] => {
    const phone = story.with.startsWith('+') ? story.with : personNamed(uniqueId, story.with).phone;
    let at = story.began.getTime();
    return story.lines.map(({ after, say }, index) => ({
      at: new Date((at += index === 0 ? 0 : after * 60_000)),
      what: `${story.with} and we ${index}`,
      happen: (scene) => say(scene, phone),
    }));
  });
