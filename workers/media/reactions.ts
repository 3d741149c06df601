import { reactions } from '../engine/reactions.ts';
import { mediaFeed } from './feed.ts';
import { type MediaService, runMedia } from './fetch.ts';

interface Needs {
  /** How what is attached to texts is fetched and kept; left out: it stays where it is, and is shown as loading. */
  readonly media?: MediaService;
}

export const mediaReactions = reactions<Needs>(
  'media',
  ({ db, store, commands, clock, log, now, bells, wake, media }) => {
    if (media === undefined) return {};
    const parts = { db, store, commands, service: media, bell: bells.media, clock, log };
    return {
      follows: [mediaFeed({ now, wake: () => wake('media') })],
      loops: [({ stopping }) => runMedia(parts, stopping)],
    };
  },
);
