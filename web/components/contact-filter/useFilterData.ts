import { useMemo } from 'react';
import type { CustomField } from '../../../api/contract/custom-fields.ts';
import type { Segment } from '../../../api/contract/segments.ts';
import { useRead } from '../../api/read.ts';
import type { Names } from './words.ts';

/** What the builder offers: tags are typed, all else is chosen. */
export interface FilterData {
  readonly segments: readonly Segment[];
  readonly campaigns: readonly { readonly id: string; readonly name: string; readonly keyword: string | null }[];
  readonly fields: readonly CustomField[];
  /** Those that have begun, the newest first. */
  readonly broadcasts: readonly { readonly id: string; readonly name: string }[];
  readonly uploads: readonly { readonly id: string; readonly name: string }[];
  readonly names: Names;
  /** Whether all of `names` are there yet. */
  readonly known: boolean;
  readonly refreshSegments: () => void;
}

export function useFilterData(): FilterData {
  const { data: segmentData, refresh } = useRead('/segments', {});
  const { data: campaignData } = useRead('/campaigns', { query: { per_page: 100 } });
  const { data: fieldData } = useRead('/custom-fields', { query: { per_page: 100 } });
  const { data: broadcastData } = useRead('/broadcasts', { query: { per_page: 100 } });
  const { data: uploadData } = useRead('/contacts/uploads', { query: { per_page: 100 } });
  return useMemo(() => {
    const segments = (segmentData?.data ?? []) as readonly Segment[];
    const campaigns = campaignData?.data ?? [];
    const fields = (fieldData?.data ?? []) as readonly CustomField[];
    const broadcasts = (broadcastData?.data ?? []).filter(({ started_at: at }) => at !== null);
    const uploads = (uploadData?.data ?? []).map(({ id, file_name: name }) => ({ id, name }));
    const named = (some: readonly { readonly id: string; readonly name: string }[]) =>
      new Map(some.map(({ id, name }) => [id, name]));
    return {
      segments,
      campaigns,
      fields,
      broadcasts,
      uploads,
      names: {
        ...{ segments: named(segments), campaigns: named(campaigns), fields: named(fields) },
        ...{ broadcasts: named(broadcasts), uploads: named(uploads) },
      },
      known: [segmentData, campaignData, fieldData, broadcastData, uploadData].every((data) => data !== undefined),
      refreshSegments: refresh,
    };
  }, [segmentData, campaignData, fieldData, broadcastData, uploadData, refresh]);
}
