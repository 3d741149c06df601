import type { Ending, Scene } from './scene.ts';

/** One thing in a conversation, `after` so many minutes. */
interface Line {
  readonly after: number;
  say(scene: Scene, phone: string): Promise<unknown>;
}

/** What somebody and the business had to say to each other. */
export interface Story {
  /** A name that the business knows, or the number of a stranger. */
  readonly with: string;
  readonly began: Date;
  readonly lines: readonly Line[];
}

export const they = (text: string, after = 2, pictures: readonly string[] = []): Line => ({
  after,
  say: (scene, phone) => scene.hears(phone, text, pictures),
});
/** The owner answers, and has read what there was. */
export const we = (text: string, after = 4, ending: Ending = 'delivered'): Line => ({
  after,
  async say(scene, phone) {
    await scene.reads(phone);
    await scene.writes(phone, text, ending);
  },
});
/** Seen, and for now not answered. */
export const seen = (after = 1): Line => ({ after, say: (scene, phone) => scene.reads(phone) });
export const note = (text: string, after = 1): Line => ({ after, say: (scene, phone) => scene.notes(phone, text) });
export const assigned = (to: 'owner' | 'colleague' | 'nobody', after = 0.5): Line => ({
  after,
  say: (scene, phone) => scene.assigns(phone, to),
});
/** The owner writes what is to go `inHours` hours from then. */
export const later = (text: string, inHours: number, after = 1): Line => ({
  after,
  say: (scene, phone) => scene.schedules(phone, text, inHours),
});
export const closed = (after = 5): Line => ({
  after,
  async say(scene, phone) {
    await scene.reads(phone);
    await scene.closes(phone);
  },
});
/** We began it. */
export const begun: Line = { after: 0, say: (scene, phone) => scene.starts(phone) };
