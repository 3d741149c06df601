import type { ConsentAsOf, ConsentLine } from '../../domain/contacts/consent.ts';
import type { Commands } from '../../commands/catalogue.ts';

type Page = Exclude<Awaited<ReturnType<Commands['contacts']['timeline']>>, 'erased' | null>;
type Entry = Page['entries'][number];
type Names = ReadonlyMap<string, string>;

/** What is to be called by a name in a page of a timeline: what it is about, who did it, whom it was given to. */
export const idsIn = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(
    entries.flatMap(({ about, actor, details }) => [
      ...(about === null || about.kind === 'conversation' ? [] : [about.id]),
      ...(actor.kind === 'user' ? [actor.userId] : []),
      ...(typeof details['assignee'] === 'string' ? [details['assignee']] : []),
    ]),
  ),
];

export const presentEntry = ({ about, actor, details, by, ...entry }: Entry, names: Names) => {
  const { assignee, ...said } = details;
  const isPerson = by === 'person' && actor.kind === 'user';
  return {
    id: entry.id,
    position: entry.position.toString(),
    kind: entry.kind,
    what: entry.what,
    at: entry.at,
    by,
    person: isPerson ? { id: actor.userId, name: names.get(actor.userId) || null } : null,
    impersonated: isPerson && actor.impersonatorId !== null,
    details: { ...said, ...(typeof assignee === 'string' ? { assignee: names.get(assignee) ?? '' } : {}) },
    about: about === null ? null : { ...about, name: names.get(about.id) ?? null },
  };
};

const presentLine = (line: ConsentLine, names: Names) => ({
  id: line.id,
  channel: line.channel,
  kind: line.kind,
  at: line.at,
  how: line.how,
  keyword: line.keyword,
  campaign: line.campaignId === null ? null : { id: line.campaignId, name: names.get(line.campaignId) ?? '' },
  words: line.words,
  reason: line.reason,
  page_version: line.pageVersion,
  box: line.box,
  ip_address: line.ipAddress,
  provider_message_id: line.providerMessageId,
  actor: line.actor.kind === 'user' ? (names.get(line.actor.userId) ?? '') : '',
});

export const idsInConsent = ({ lines }: ConsentAsOf): readonly string[] => [
  ...new Set(
    lines.flatMap(({ campaignId, actor }) => [
      ...(campaignId === null ? [] : [campaignId]),
      ...(actor.kind === 'user' ? [actor.userId] : []),
    ]),
  ),
];

export const presentConsent = ({ text, email, lines }: ConsentAsOf, at: Date, names: Names) => {
  const channel = ({ state, since, proof }: ConsentAsOf['text']) => ({
    state,
    since,
    proof: proof === null ? null : presentLine(proof, names),
  });
  return {
    at: at.toISOString(),
    text: channel(text),
    email: channel(email),
    lines: lines.map((line) => presentLine(line, names)),
  };
};
