/** The screens of one record: what it is, and the list that it stands in. The longest address that fits counts. */
const lists = [
  ['/business/broadcasts', 'broadcast'],
  ['/business/campaigns/landings', 'page'],
  ['/business/campaigns/popup', 'popup', '/business/campaigns'],
  ['/business/campaigns', 'campaign'],
  ['/business/contacts', 'contact'],
  ['/business/automations', 'automation'],
  ['/business/settings/email-templates', 'template'],
  ['/agency/email-templates', 'template'],
  ['/agency/businesses', 'business'],
  ['/admin/businesses', 'business'],
  ['/admin/agencies', 'agency'],
] as const;
export type RecordKind = (typeof lists)[number][1];

/** The record that an address is of; null: it is of none, or of a list. */
export function recordAt(path: string): { readonly kind: RecordKind; readonly list: string } | null {
  const found = lists
    .filter(([at]) => path.startsWith(`${at}/`) && /\/[0-9a-f-]{36}(?:\/|$)/i.test(path.slice(at.length)))
    .toSorted((one, other) => other[0].length - one[0].length)[0];
  if (found === undefined) return null;
  const [at, kind, list = at] = found;
  return { kind, list };
}
