import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Law } from '../action.ts';

/**
 * Each merge that began has one end; whoever gave themself up is part of somebody who is there, never of themself; and
 * who has said no as either has said no.
 */
export const merges: Law = {
  name: 'two contacts become one',
  async check(world) {
    const events = (await world.events()).filter(({ stream }) => stream.startsWith('contact-'));
    const problems: string[] = [];
    const ends = (mergeId: unknown): readonly StoredEvent[] =>
      events.filter(
        ({ type, data }) =>
          data['mergeId'] === mergeId && (type === 'ContactMerged' || type === 'ContactMergeCancelled'),
      );
    const into = new Map<unknown, unknown>();
    /** Who had said no to texts, as far as the log has been read. */
    const out = new Set<unknown>();
    for (const { type, data } of events) {
      const { contactId, otherId } = data;
      const merge = String(data['mergeId']).slice(0, 8);
      if (type === 'ContactMergeStarted' && ends(data['mergeId']).length !== 1)
        problems.push(`the merge ${merge} has ${ends(data['mergeId']).length} ends`);
      if (type === 'ContactMergedInto') into.set(contactId, data['intoId']);
      if (type === 'ContactOptedOut') out.add(contactId);
      if (type === 'ContactOptedIn') out.delete(contactId);
      if (type !== 'ContactMerged') continue;
      const wasOut = out.has(contactId) || out.has(otherId);
      if (wasOut && data['texts'] !== 'optedOut') problems.push(`the merge ${merge} lets in who had said stop`);
      if (data['texts'] === 'optedOut') out.add(contactId);
    }
    for (const gone of into.keys()) {
      const met = new Set<unknown>();
      for (let at: unknown = gone; at !== undefined; at = into.get(at)) {
        if (met.has(at)) problems.push(`${String(gone)} was merged into itself`);
        if (met.has(at)) break;
        met.add(at);
      }
    }
    return problems;
  },
};
