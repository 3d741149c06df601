import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import { useRead } from '../../../../data/read.ts';

/** The custom fields of the business, all of them; undefined while they are read. */
export function useOwnFields() {
  const { data, error, refresh } = useRead('/custom-fields', { query: { per_page: 100 } });
  return { fields: data?.data as readonly CustomField[] | undefined, error, refresh };
}
