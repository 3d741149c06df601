import { reactions } from '../engine/reactions.ts';
import { bulkActions, type BulkContacts, bulkTimer, continueBulk } from './bulk.ts';
import { sealedWords } from './sealed-words.ts';
import { runSegments, type SegmentContacts, segmentsToKeep } from './segment-members.ts';

interface Needs {
  readonly bulkContacts: BulkContacts;
  readonly segmentContacts: SegmentContacts;
}

export const contactReactions = reactions<Needs>('contacts', (services) => {
  const { db, bus, commands, leases, clock, log, bells, wake, config, bulkContacts, segmentContacts } = services;
  const pollMs = config.polls?.segmentsMs ?? 500;
  const segments = { db, contacts: segmentContacts, bus, leases, clock, log, bell: bells.segments, pollMs };
  return {
    follows: [bulkActions(() => wake('timers')), sealedWords(commands), segmentsToKeep(() => wake('segments'))],
    loops: [({ stopping }) => runSegments(segments, stopping)],
    timers: { [bulkTimer]: continueBulk({ db, commands, contacts: bulkContacts, clock }) },
  };
});
