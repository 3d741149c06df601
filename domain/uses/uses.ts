import { type Document, planOf } from '../automations/document/document.ts';
import { type ReferenceKind, referencesOf, referencesOfFilter } from '../automations/document/references.ts';
import { effectsIn } from '../automations/steps/effects.ts';
import type { Effect } from '../automations/steps/step.ts';
import type { Audience, Content } from '../broadcasts/fields.ts';
import type { ContactFilter } from '../contacts/filter.ts';
import { fieldsIn, readTemplate } from '../personalization/template.ts';
import { canonicalKeyword } from '../sms/keywords.ts';
import { usableKinds, type UsableKind, type Use, type Used } from './fields.ts';

export type { UsableKind, Use, Used } from './fields.ts';

/** All of a business that may use something. */
export interface Users {
  /** Published and switched on, each by the version that runs. */
  readonly automations: readonly { readonly id: string; readonly name: string; readonly document: Document }[];
  /** Scheduled, or waiting for approval. */
  readonly broadcasts: readonly {
    readonly id: string;
    readonly name: string;
    readonly campaignId: string | null;
    readonly contents: readonly Content[];
    readonly audience: Audience;
  }[];
  readonly segments: readonly { readonly id: string; readonly name: string; readonly filter: ContactFilter }[];
  /** Custom fields by their keys, and campaigns by their keywords: texts and steps name them by these. */
  readonly fields: readonly { readonly id: string; readonly key: string }[];
  readonly campaigns: readonly { readonly id: string; readonly keyword: string | null }[];
}

/** What something names: ids by kind, merge fields of its words, and keywords. */
interface Names {
  readonly ids: ReadonlyMap<ReferenceKind, ReadonlySet<string>>;
  readonly words: readonly string[];
  readonly keywords: readonly string[];
}

/** What is used by what, for everything of a business that is used at all. */
export function usedAmong({ automations, broadcasts, segments, fields, campaigns }: Users): readonly Used[] {
  const fieldOf = new Map(fields.map(({ key, id }) => [key, id]));
  const campaignOf = new Map(campaigns.flatMap(({ keyword, id }) => (keyword === null ? [] : [[keyword, id]])));
  const found = new Map<string, { kind: UsableKind; id: string; uses: Map<string, Use> }>();
  const add = (use: Use, { ids, words, keywords }: Names): void => {
    const say = (kind: UsableKind, id: string | undefined): void => {
      if (id === undefined) return;
      const used = found.get(`${kind} ${id}`) ?? { kind, id, uses: new Map<string, Use>() };
      found.set(`${kind} ${id}`, used);
      used.uses.set(use.id, use);
    };
    for (const kind of usableKinds) for (const id of ids.get(kind) ?? []) say(kind, id);
    // A link may be one of a broadcast.
    for (const id of ids.get('source') ?? []) say('broadcast', id);
    for (const word of words) for (const key of fieldsIn(readTemplate(word).parts)) say('field', fieldOf.get(key));
    for (const keyword of keywords) say('campaign', campaignOf.get(canonicalKeyword(keyword) ?? ''));
  };
  for (const { id, name, document } of automations) add({ by: 'automation', id, name }, namesIn(document));
  for (const { id, name, ...broadcast } of broadcasts) add({ by: 'broadcast', id, name }, namesOfBroadcast(broadcast));
  for (const { id, name, filter } of segments)
    add({ by: 'segment', id, name }, { ids: referencesOfFilter(filter), words: [], keywords: [] });
  return [...found.values()].map(({ kind, id, uses }) => ({
    kind,
    id,
    uses: [...uses.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en-US')),
  }));
}

/** A version never changes: it is read through once. */
const known = new WeakMap<Document, Names>();
function namesIn(document: Document): Names {
  const held = known.get(document);
  if (held !== undefined) return held;
  const effects = Object.values(document.nodes).flatMap((node) => effectsIn(planOf(node)));
  const names: Names = {
    ids: referencesOf(document),
    words: effects.flatMap(wordsOf),
    keywords: [
      ...effects.flatMap((effect) =>
        effect.kind === 'change' && effect.change.what === 'keyword' ? [effect.change.keyword] : [],
      ),
      ...document.triggers.flatMap(({ on }) => (on.kind === 'opted-in' && on.keyword !== null ? [on.keyword] : [])),
    ],
  };
  known.set(document, names);
  return names;
}

/** What an effect says, as templates. */
const wordsOf = (effect: Effect): readonly string[] =>
  effect.kind === 'text' ? [effect.template]
  : effect.kind === 'mail' ? [effect.subject, effect.preheader]
  : [];

function namesOfBroadcast({
  campaignId,
  contents,
  audience,
}: Pick<Users['broadcasts'][number], 'campaignId' | 'contents' | 'audience'>): Names {
  const { filter, segmentIds, exceptSegmentIds, keywords, exceptKeywords, recipientsOf } = audience;
  const ids = new Map(referencesOfFilter(filter));
  const more = (kind: ReferenceKind, those: readonly (string | null)[]): void => {
    ids.set(kind, new Set([...(ids.get(kind) ?? []), ...those.filter((id) => id !== null)]));
  };
  more('segment', [...segmentIds, ...exceptSegmentIds]);
  more('campaign', [campaignId]);
  more('broadcast', [recipientsOf?.broadcastId ?? null]);
  more(
    'design',
    contents.map((content) => (content.kind === 'mail' ? content.designId : null)),
  );
  const words = contents.flatMap((one) =>
    one.kind === 'text' ? [one.body] : [one.subject ?? '', one.preheader ?? ''],
  );
  return { ids, words, keywords: [...keywords, ...exceptKeywords] };
}

/** Whose name is what in a sentence: “Welcome”, “Birthday” and 3 more. */
export function namedUses(uses: readonly Use[], most = 3): string {
  const names = uses.slice(0, most).map(({ name }) => `“${name}”`);
  const rest = uses.length - names.length;
  return new Intl.ListFormat('en-US').format(rest === 0 ? names : [...names, `${rest} more`]);
}
