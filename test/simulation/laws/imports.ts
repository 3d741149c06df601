import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type CountName, countNames, type Counts } from '../../../domain/uploads/fields.ts';
import { attestationName } from '../../../domain/contacts/attestation.ts';
import type { Law } from '../action.ts';

const contacts = (events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] => [
  ...Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('contact-')),
    ({ stream }) => stream,
  ).values(),
];
const isImport = ({ type, data }: StoredEvent): boolean =>
  type.startsWith('ContactImport') || data['source'] === 'import';
/** What a row of a file says that somebody has agreed to, besides all else that it says of them. */
const agreedTo = ({ type, data }: StoredEvent, channel: 'texts' | 'emails'): boolean => {
  const { texts, emails } = (data['agreed'] ?? {}) as {
    readonly texts?: readonly unknown[];
    readonly emails?: boolean;
  };
  return type === 'ContactImported' && (channel === 'texts' ? (texts ?? []).length > 0 : emails === true);
};

/** What an event says of somebody's no to a channel, written down once more; undefined: nothing. */
const saysNo = {
  texts: (event: StoredEvent): boolean | undefined =>
    event.type === 'ContactOptedOut' ? true
    : event.type === 'ContactOptedIn' || agreedTo(event, 'texts') ? false
    : event.type === 'ContactMerged' ? event.data['texts'] === 'optedOut'
    : undefined,
  emails: (event: StoredEvent): boolean | undefined =>
    event.type === 'ContactUnsubscribedFromEmail' ? true
    : event.type === 'ContactSubscribedToEmail' || agreedTo(event, 'emails') ? false
    : event.type === 'ContactMerged' ? event.data['emails'] === 'unsubscribed'
    : undefined,
};

/** Whoever had said no before their row was decided on is left in peace, whatever a file says of them. */
export const noLooserByImport: Law = {
  name: 'an import never loosens consent',
  async check(world) {
    const problems: string[] = [];
    for (const stream of contacts(await world.events()))
      for (const channel of ['texts', 'emails'] as const) {
        let isOut = false;
        for (const event of stream) {
          const now = saysNo[channel](event);
          if (isOut && now === false && isImport(event))
            problems.push(`${event.stream} had said no to ${channel}, and ${event.type} of a file lets them in`);
          isOut = now ?? isOut;
        }
      }
    return problems;
  },
};

/** How many of a file's rows came to what, told by the contacts and not by who counted them. */
function countedOf(uploadId: string, streams: readonly (readonly StoredEvent[])[]): Partial<Record<CountName, number>> {
  let [created, texts] = [0, 0];
  for (const stream of streams) {
    const own = stream.filter((event) => isImport(event) && event.data['uploadId'] === uploadId);
    if (own[0]?.type === 'ContactImported' && isNobody(stream.slice(0, stream.indexOf(own[0])))) created += 1;
    const optedIn = own.find((event) => agreedTo(event, 'texts'));
    if (optedIn === undefined) continue;
    const before = stream.slice(0, stream.indexOf(optedIn)).findLast((event) => wordOnTexts(event) !== undefined);
    if (before === undefined || wordOnTexts(before) !== 'in') texts += 1;
  }
  return { created, texts };
}
/** Nothing was said of a contact, or all of it was taken back with the file it came by. */
const isNobody = (said: readonly StoredEvent[]): boolean =>
  said.length === 0 || (said.at(-1)!.type === 'ContactImportUndone' && said.at(-1)!.data['removed'] === true);
/** Whether somebody gets texts after an event. */
const wordOnTexts = (event: StoredEvent): 'in' | 'out' | undefined => {
  const { type, data } = event;
  if (type === 'ContactMerged') return data['texts'] === 'subscribed' ? 'in' : 'out';
  return (
    type === 'ContactOptedIn' || agreedTo(event, 'texts') ? 'in'
    : type === 'ContactOptedOut' || (type === 'ContactImportUndone' && data['texts'] === true) ? 'out'
    : undefined
  );
};

/** Every row counts once, the report and its read model are what the contacts say, and what is taken back is taken back. */
export const imports: Law = {
  name: 'an import is what its report says',
  async check(world) {
    const events = await world.events();
    const streams = contacts(events);
    const problems: string[] = [];
    /** By what their consents are known. */
    const takenBack = new Set<string>();
    for (const { uploadId, businessId, rows } of world.uploads) {
      const name = uploadId.slice(0, 8);
      const own = events.filter(({ stream }) => stream === `upload-${uploadId}`);
      const has = (type: string) => own.filter((event) => event.type === type);
      const finished = has('ImportCompleted');
      if (has('ImportAttested').length > 0 && finished.length !== 1)
        problems.push(`${name} was to be imported and has ${finished.length} ends`);
      const [end] = finished;
      if (end === undefined) continue;
      const counts = end.data['counts'] as Counts;
      const told = ['created', 'changed', 'unchanged', 'refused', 'duplicates', 'overLimit'] as const;
      const sum = told.reduce((all, kind) => all + counts[kind], 0);
      if (sum !== rows) problems.push(`${name} has ${rows} rows and tells of ${sum}`);
      const counted = countedOf(uploadId, streams);
      for (const kind of countNames)
        if (counted[kind] !== undefined && counted[kind] !== counts[kind])
          problems.push(`${name} tells ${counts[kind]} ${kind}, counted ${counted[kind]}`);
      const shown = await world.observer.readModels.upload(businessId, uploadId);
      for (const kind of countNames)
        if (shown?.[kind] !== counts[kind])
          problems.push(`${name} shows ${shown?.[kind]} ${kind}, ${counts[kind]} are told`);
      const undone = has('ImportUndone').length;
      if (has('ImportUndoRequested').length > 0 && undone !== 1)
        problems.push(`${name} was to be taken back and has ${undone} ends of that`);
      if (undone > 0) takenBack.add(attestationName(uploadId));
    }
    for (const stream of streams) {
      const by = consentsOf(stream);
      if (by.length > 0 && by.every((one) => takenBack.has(one)))
        problems.push(`${stream[0]!.stream} gets texts by files that were taken back alone`);
    }
    return problems;
  },
};

/** In which words somebody who gets texts has agreed to them. Who was merged or erased is somebody else since: none. */
function consentsOf(stream: readonly StoredEvent[]): readonly string[] {
  if (stream.some(({ type }) => /^Contact(Merge|Erased)/.test(type))) return [];
  let by: readonly string[] = [];
  for (const event of stream) {
    const word = wordOnTexts(event);
    const words =
      event.type === 'ContactImported' ?
        attestationName(String(event.data['uploadId']))
      : String((event.data['consent'] as { text?: unknown } | undefined)?.text);
    if (word !== undefined) by = word === 'out' ? [] : [...by, words];
  }
  return by;
}
