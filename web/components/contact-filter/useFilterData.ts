import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { CustomField } from '../../../api/contract/custom-fields.ts';
import type { Segment } from '../../../api/contract/segments.ts';
import { useRead } from '../../data/read.ts';
import { useCan } from '../../session/rights.ts';
import { type ContactFilter, namedIn } from './model.ts';
import type { Names } from './labels.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}
/** So many are offered before anybody types. */
const most = 100;
const newestFirst = { sort_by: 'created_at', sort_desc: true } as const;

/** What the builder offers. */
export interface FilterData {
  readonly segments: readonly Segment[];
  readonly campaigns: readonly { readonly id: string; readonly name: string; readonly keyword: string | null }[];
  readonly fields: readonly CustomField[];
  /** Those that contacts have, the most used first; others can be typed. */
  readonly tags: readonly string[];
  /** Those that have begun, the newest first; there may be more (`useFound`). */
  readonly broadcasts: readonly Choice[];
  /** The newest first; there may be more. */
  readonly uploads: readonly Choice[];
  readonly names: Names;
  /** Whether all of `names` are there yet. */
  readonly known: boolean;
  readonly refreshSegments: () => void;
}

const begun = (rows: readonly (Choice & { readonly started_at: string | null })[]): readonly Choice[] =>
  rows.filter(({ started_at: at }) => at !== null);
const files = (rows: readonly { readonly id: string; readonly file_name: string }[]): readonly Choice[] =>
  rows.map(({ id, file_name: name }) => ({ id, name }));

const noBroadcasts: { readonly data: readonly (Choice & { readonly started_at: string | null })[] } = { data: [] };
const noUploads: { readonly data: readonly { readonly id: string; readonly file_name: string }[] } = { data: [] };

/** `filter`: what it names is known by name, also where it is not among the newest. */
export function useFilterData(filter: ContactFilter | null = null): FilterData {
  const { data: segmentData, refresh } = useRead('/segments', {});
  const { data: campaignData } = useRead('/campaigns', { query: { per_page: 100 } });
  const { data: tagData } = useRead('/contacts/tags', {});
  const { data: fieldData } = useRead('/custom-fields', { query: { per_page: 100 } });
  // Whoever may not read these filters by anything else.
  const manages = useCan()('manage');
  const broadcastRead = useRead('/broadcasts', manages ? { query: { per_page: most, ...newestFirst } } : null);
  const uploadRead = useRead('/contacts/uploads', manages ? { query: { per_page: most, ...newestFirst } } : null);
  const broadcastData = manages ? broadcastRead.data : noBroadcasts;
  const uploadData = manages ? uploadRead.data : noUploads;
  const named = namedIn(filter);
  const missing = (ids: readonly string[], known: readonly { readonly id: string }[] | undefined) =>
    known === undefined ? [] : ids.filter((id) => !known.some((one) => one.id === id)).slice(0, 50);
  const [oldBroadcasts, oldUploads] = [
    missing(named.broadcasts, broadcastData?.data),
    missing(named.uploads, uploadData?.data),
  ];
  const ofIds = (ids: string[]) => (ids.length === 0 ? null : { query: { ids, per_page: most } });
  const { data: moreBroadcasts } = useRead('/broadcasts', manages ? ofIds(oldBroadcasts) : null);
  const { data: moreUploads } = useRead('/contacts/uploads', manages ? ofIds(oldUploads) : null);
  const isWaiting =
    manages &&
    ((oldBroadcasts.length > 0 && moreBroadcasts === undefined) ||
      (oldUploads.length > 0 && moreUploads === undefined));
  return useMemo(() => {
    const segments = (segmentData?.data ?? []) as readonly Segment[];
    const campaigns = campaignData?.data ?? [];
    const fields = (fieldData?.data ?? []) as readonly CustomField[];
    const broadcasts = begun(broadcastData?.data ?? []);
    const uploads = files(uploadData?.data ?? []);
    const named = (some: readonly { readonly id: string; readonly name: string }[]) =>
      new Map(some.map(({ id, name }) => [id, name]));
    return {
      segments,
      campaigns,
      fields,
      tags: (tagData?.data ?? []).map(({ tag }) => tag),
      broadcasts,
      uploads,
      names: {
        segments: named(segments),
        campaigns: named(campaigns),
        fields: named(fields),
        broadcasts: named([...broadcasts, ...(moreBroadcasts?.data ?? [])]),
        uploads: named([...uploads, ...files(moreUploads?.data ?? [])]),
      },
      known:
        !isWaiting &&
        [segmentData, campaignData, fieldData, broadcastData, uploadData].every((data) => data !== undefined),
      refreshSegments: refresh,
    };
  }, [
    segmentData,
    campaignData,
    fieldData,
    tagData,
    broadcastData,
    uploadData,
    moreBroadcasts,
    moreUploads,
    isWaiting,
    refresh,
  ]);
}

/**
 * Choices as somebody types: the newest at first; where there may be more, those that the server finds. What is chosen
 * stays among them, or it would lose its name.
 */
export function useFound(
  kind: 'broadcasts' | 'uploads',
  typed: string,
  { data, chosen }: { readonly data: FilterData; readonly chosen: readonly string[] },
): readonly Choice[] {
  const first = data[kind];
  const [said] = useDebouncedValue(typed.trim(), 200);
  const manages = useCan()('manage');
  // What is chosen stands in the field too: then nothing is searched for.
  const search = chosen.some((id) => data.names[kind].get(id) === said) ? '' : said;
  const isAsked = manages && search !== '' && !first.some(({ name }) => name === search);
  const ask = (of: typeof kind) =>
    isAsked && of === kind ? { query: { search, per_page: 50, ...newestFirst } } : null;
  const { data: broadcasts } = useRead('/broadcasts', ask('broadcasts'));
  const { data: uploads } = useRead('/contacts/uploads', ask('uploads'));
  const found = kind === 'broadcasts' ? begun(broadcasts?.data ?? []) : files(uploads?.data ?? []);
  // Chosen a moment ago among those found: it stands in no list of names yet.
  const unnamed = chosen.filter((id) => !data.names[kind].has(id));
  const askIds = (of: typeof kind) =>
    unnamed.length > 0 && of === kind ? { query: { ids: unnamed, per_page: 50 } } : null;
  const { data: chosenBroadcasts } = useRead('/broadcasts', askIds('broadcasts'));
  const { data: chosenUploads } = useRead('/contacts/uploads', askIds('uploads'));
  const kept = [
    ...chosen.flatMap((id) => ({ id, name: data.names[kind].get(id) ?? '' })).filter(({ name }) => name !== ''),
    ...(kind === 'broadcasts' ? (chosenBroadcasts?.data ?? []) : files(chosenUploads?.data ?? [])),
  ];
  const near = first.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return [...new Map([...kept, ...near, ...found].map(({ id, name }) => [id, { id, name }])).values()];
}
